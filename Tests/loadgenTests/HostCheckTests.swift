import Testing

@testable import loadgen

@Suite struct HostCheckTests {
    @Test(arguments: ["localhost", "127.0.0.1", "127.9.8.7", "::1"])
    func loopbackIsAllowed(host: String) {
        #expect(HostCheck(allowed: []).isAllowed(host))
    }

    @Test(arguments: [
        "192.0.2.7", "0.0.0.0", "2001:db8::1", "::ffff:127.0.0.1", "128.0.0.1", "shop.example.invalid", "",
    ])
    func everythingElseIsNot(host: String) {
        #expect(!HostCheck(allowed: []).isAllowed(host))
    }

    @Test func whatIsNamedIsAllowedInAnyCase() {
        let check = HostCheck(allowed: ["Shop.Example.Invalid"])
        #expect(check.isAllowed("shop.example.INVALID"))
        #expect(!check.isAllowed("example.invalid"))
        #expect(!check.isAllowed("a.shop.example.invalid"))
    }
}
