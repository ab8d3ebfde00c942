import CXoneDialect
import JSONText
import LoadEngine
import SimulatorCore

/// The platforms that this command was built with: the one place that lists them.
enum Platforms {
    static func rules(_ hosts: HostCheck) -> [PlatformRules] {
        [
            PlatformRules(
                name: SimulatorPlatform.cxone.rawValue,
                checkTarget: { object in _ = CXoneTarget(&object, hosts.isAllowed) },
                checkChannel: { channel in CXoneChannel.read(&channel)?.survey },
                checkDelays: { delays in _ = CXoneDelays.decode(&delays) }
            )
        ]
    }
}
