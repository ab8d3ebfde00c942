import CXoneDialect
import JSONText
import LoadEngine
import SimulatorCore

/// The platforms that this command was built with: the one place that lists them.
enum Platforms {
    static let rules = [
        PlatformRules(
            name: "cxone",
            checkTarget: { object in _ = CXoneTarget.decode(&object) },
            checkChannel: { channel in CXoneChannel.decode(&channel)?.survey },
            checkDelays: { delays in _ = CXoneDelays.decode(&delays) }
        )
    ]

    static var names: [String] { rules.map(\.name) }
}
