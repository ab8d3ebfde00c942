import LaunchKit
import Testing

@Suite struct EnvironmentTests {
    @Test func theProcessHasAPath() {
        #expect(Environment.current["PATH"]?.isEmpty == false)
        #expect(Environment.current["THERE_IS_NO_SUCH_NAME"] == nil)
    }

    @Test func anEmptyVariableIsNotSet() {
        let environment = Environment(["NO_COLOR": "", "CI": "1"])
        #expect(!environment.has("NO_COLOR") && environment.has("CI"))
        #expect(environment.setting("CI", to: "").has("CI") == false)
    }
}
