import CXoneDialect
import JSONText
import LoadEngine
import SimulatorCore

/// The platforms that this command was built with: the one place that lists them.
enum Platforms {
    static func rules(_ hosts: HostCheck) -> [PlatformRules] {
        var cxone = PlatformRules(
            name: SimulatorPlatform.cxone.rawValue,
            checkTarget: { object in _ = CXoneTarget(&object, hosts.isAllowed) },
            checkChannel: CXoneRules.checkChannel,
            checkDelays: { delays in _ = CXoneDelays.decode(&delays) }
        )
        cxone.clients = CXoneRules.clients
        cxone.credentialKeys = CXoneRules.credentialKeys
        cxone.encodeFile = CXoneRules.encode
        return [cxone]
    }
}
