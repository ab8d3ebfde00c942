import LaunchKit
import LoadEngine

/// Whether a machine can hold so many customers at once, and what has to be changed where it cannot.
struct MachineCheck {
    /// One thing that a run needs.
    struct Finding: Equatable {
        var name: String
        var have: String
        var need: String
        var verdict: Verdict
        /// The command that mends it; nil where nothing is to be mended, or no command can.
        var mend: String?
    }

    enum Verdict: Equatable {
        case enough
        /// The run can start, and may be slower or less true than it could be.
        case tight
        /// The run cannot start whole.
        case tooLittle
    }

    let customers: Int
    /// Whether the simulator runs on this machine too.
    let isEmbedded: Bool
    let limits: MachineLimits

    /// A customer has a socket and, while it calls, an HTTP connection.
    static let connectionsPerCustomer = 2
    /// The program's own.
    static let ownDescriptors = 64
    /// Ours: what was measured for a customer and for two connections in the kernel, and as much again.
    static let bytesPerCustomer = 16 << 10
    static let bytesPerSimulatedCustomer = 40 << 10
    /// Ours: so many connect within the time in which a busy server accepts none.
    static let largestBacklog = 4_096

    var findings: [Finding] {
        [descriptors, allDescriptors, ports, memory, backlog, tracked, cores].compactMap(\.self)
    }

    /// What keeps a run from starting whole.
    var refusals: [Finding] { findings.filter { $0.verdict == .tooLittle } }

    private var connections: Int { Self.connectionsPerCustomer * customers }

    private var descriptors: Finding {
        let need = connections + Self.ownDescriptors
        return Finding(
            name: "descriptors of a process",
            have: "\(limits.descriptors)",
            need: "\(need)",
            verdict: need <= limits.descriptors ? .enough : .tooLittle,
            mend: "sudo prlimit --pid $$ --nofile=\(need):\(need)"
        )
    }

    private var allDescriptors: Finding? {
        limits.allDescriptors.map { have in
            let need = (isEmbedded ? 2 : 1) * (connections + Self.ownDescriptors)
            return Finding(
                name: "descriptors of all",
                have: "\(have)",
                need: "\(need)",
                verdict: need <= have ? .enough : .tooLittle,
                mend: "sudo sysctl -w fs.file-max=\(2 * need)"
            )
        }
    }

    private var ports: Finding? {
        limits.localPorts.map { have in
            let verdict: Verdict = connections <= have ? .enough : .tooLittle
            let most = 65_535 - 1_024 + 1
            return Finding(
                name: "local ports to one address",
                have: "\(have)",
                need: "\(connections)",
                verdict: verdict,
                mend: connections <= most ? "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"" : nil
            )
        }
    }

    private var memory: Finding? {
        limits.availableMemory.map { have in
            let need = customers * (isEmbedded ? Self.bytesPerSimulatedCustomer : Self.bytesPerCustomer)
            return Finding(
                name: "memory, MiB",
                have: "\(have >> 20)",
                need: "\(need >> 20)",
                verdict: need <= have ? .enough : .tooLittle,
                mend: nil
            )
        }
    }

    private var backlog: Finding? {
        guard isEmbedded, let have = limits.backlog else { return nil }
        let need = min(customers, Self.largestBacklog)
        return Finding(
            name: "waiting to be accepted",
            have: "\(have)",
            need: "\(need)",
            verdict: need <= have ? .enough : .tight,
            mend: "sudo sysctl -w net.core.somaxconn=\(need)"
        )
    }

    private var tracked: Finding? {
        limits.trackedConnections.map { have in
            let need = 2 * connections
            return Finding(
                name: "tracked by the firewall",
                have: "\(have)",
                need: "\(need)",
                verdict: connections <= have ? (need <= have ? .enough : .tight) : .tooLittle,
                mend: "sudo sysctl -w net.netfilter.nf_conntrack_max=\(need)"
            )
        }
    }

    private var cores: Finding {
        let need = isEmbedded ? 2 : 1
        return Finding(
            name: "cores",
            have: "\(limits.cores)",
            need: "\(need)",
            verdict: limits.cores >= need ? .enough : .tight,
            mend: nil
        )
    }
}

extension MachineCheck.Finding {
    /// One line, as `too little  descriptors of a process: 1024, needed 8064`.
    var text: String {
        let word =
            switch verdict {
            case .enough: "ok        "
            case .tight: "tight     "
            case .tooLittle: "too little"
            }
        return "\(word)  \(name): \(have), needed \(need)"
    }
}
