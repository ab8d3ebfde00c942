import CXoneDialect
import Exchange
import TextForms

/// What a CXone desk serves over HTTP, and with which method.
enum CXoneRoute: Hashable {
    case configuration(Int)
    case availability(Int)
    case attachment(Int)
    case visitor
    /// Analytics of a visitor: taken and forgotten.
    case visitorEvents
    case token
    case logger
    /// A file that was uploaded.
    case file(Int)
    /// The menu that the web client may show; empty.
    case menu
    case socket

    /// Nil for a path that is not served, or that is no brand's or channel's of these.
    init?(_ target: RawSpan, _ channels: [CXoneChannelSetup]) {
        let parts = target.text(in: QueryText.path(of: target)).split(separator: "/")
        if parts.starts(with: ["chat", "1.0", "brand"]), parts.count >= 6, parts[4] == "channel" {
            let found = channels.firstIndex { String($0.rules.brandId) == parts[3] && $0.rules.channelId == parts[5] }
            guard let channel = found else { return nil }
            switch parts[6...].first {
            case nil: self = .configuration(channel)
            case "availability" where parts.count == 7: self = .availability(channel)
            case "attachment" where parts.count == 7: self = .attachment(channel)
            case "persistent-menu-items" where parts.count == 7: self = .menu
            default: return nil
            }
            return
        }
        switch parts {
        case []: self = .socket
        case ["logger-public"]: self = .logger
        case ["oauth", "token"]: self = .token
        default: self.init(other: parts, channels)
        }
    }

    private init?(other parts: [Substring], _ channels: [CXoneChannelSetup]) {
        if parts.starts(with: ["files"]), parts.count == 3, let number = Int(parts[1]) {
            self = .file(number)
            return
        }
        guard parts.starts(with: ["web-analytics", "1.0", "tenants"]), parts.count >= 6, parts[4] == "visitors",
            channels.contains(where: { String($0.rules.brandId) == parts[3] })
        else { return nil }
        switch parts.count {
        case 6: self = .visitor
        case 7 where parts[6] == "events": self = .visitorEvents
        default: return nil
        }
    }

    var method: WireMethod {
        switch self {
        case .configuration, .availability, .socket, .file, .menu: .get
        case .visitor: .put
        case .visitorEvents, .logger, .attachment, .token: .post
        }
    }
}
