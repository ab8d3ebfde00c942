import CXoneDialect
import JSONText
import LaunchKit
import LoadEngine
import Transport

/// How a run's connections are secured: what its targets say, and above them the command line.
struct Security {
    private let isInsecure: Bool
    private let authorities: PEMText?
    private let seed: UInt64

    init(_ arguments: Arguments, _ loader: ProfileLoader, seed: UInt64) throws {
        isInsecure = arguments.has("insecure")
        authorities = try arguments.text("cacert").map { try Self.read($0, "--cacert") }
        self.seed = seed
    }

    /// What a target's section comes to, checked whole.
    func settings(_ section: TLSSection?) throws -> TLSSettings {
        let section = section ?? TLSSection()
        var settings = TLSSettings()
        settings.authorities = authorities ?? section.authorities.map { PEMText($0) }
        settings.certificate = section.certificate.map { PEMText($0) }
        settings.key = section.key.map { PEMText($0) }
        settings.isInsecure = isInsecure || section.isInsecure
        if let least = section.least.flatMap(TLSVersion.init) { settings.least = least }
        if let most = section.most.flatMap(TLSVersion.init) { settings.most = most }
        settings.resumedShare = section.resumedShare
        settings.seed = seed
        try Self.checked { () throws(TLSProblem) in try settings.check() }
        return settings
    }

    /// Gives each target's hosts its settings, those of the first to every other host.
    func apply(
        _ targets: [(section: TLSSection?, target: CXoneTarget)],
        believing own: PEMText? = nil,
        to options: inout TransportOptions
    ) throws {
        for (section, target) in targets where target.isSecure {
            var settings = try settings(section)
            if let own, authorities == nil { settings.authorities = own }
            for host in target.hosts {
                if let other = options.tlsByHost[host], other != settings {
                    throw UsageError(
                        description: "two targets want \"tls\" in two ways for the host \"\(host)\"; give both the same"
                    )
                }
                options.tlsByHost[host] = settings
            }
            options.tls = options.tls ?? settings
        }
    }

    /// A server's certificate and key, by the flags that name their files; nil where there are none.
    static func identity(_ arguments: Arguments) throws -> TLSIdentity? {
        switch (arguments.text("tls-cert"), arguments.text("tls-key")) {
        case (nil, nil): return nil
        case (_, nil): throw UsageError(description: "--tls-cert needs --tls-key, the file with the certificate's key")
        case (nil, _): throw UsageError(description: "--tls-key needs --tls-cert, the file with the key's certificate")
        case (let certificate?, let key?):
            let texts = (try read(certificate, "--tls-cert"), try read(key, "--tls-key"))
            return try checked { () throws(TLSProblem) in try TLSIdentity(certificate: texts.0, key: texts.1) }
        }
    }

    private static func read(_ path: String, _ flag: String) throws -> PEMText {
        do throws(LaunchError) {
            return PEMText(name: path, bytes: try Files.read(path, limit: 16 << 20))
        } catch {
            throw UsageError(description: "\(flag): \(error)")
        }
    }

    /// A problem with a file is one of the configuration.
    private static func checked<Answer>(_ body: () throws(TLSProblem) -> Answer) throws(UsageError) -> Answer {
        do throws(TLSProblem) {
            return try body()
        } catch {
            throw UsageError(description: error.description)
        }
    }
}

extension PEMText {
    fileprivate init(_ file: TLSSection.File) {
        self.init(name: file.path, bytes: Array(file.text.utf8))
    }
}
