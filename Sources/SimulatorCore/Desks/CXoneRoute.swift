import CXoneDialect
import Exchange
import TextForms

/// What a CXone desk serves over HTTP, and with which method.
enum CXoneRoute: Hashable {
    case configuration
    case availability
    case visitor
    /// Analytics of a visitor: taken and forgotten.
    case visitorEvents
    case logger
    case socket

    /// Nil for a path that is not served, or that is another brand's or channel's.
    init?(_ target: RawSpan, brand: Int, channel: String) {
        let parts = target.text(in: QueryText.path(of: target)).split(separator: "/")
        let (brand, channel) = (String(brand)[...], channel[...])
        switch parts {
        case []:
            self = .socket
        case ["chat", "1.0", "brand", brand, "channel", channel]:
            self = .configuration
        case ["chat", "1.0", "brand", brand, "channel", channel, "availability"]:
            self = .availability
        case ["logger-public"]:
            self = .logger
        default:
            guard parts.starts(with: ["web-analytics", "1.0", "tenants", brand, "visitors"]) else { return nil }
            switch parts.count {
            case 6: self = .visitor
            case 7 where parts[6] == "events": self = .visitorEvents
            default: return nil
            }
        }
    }

    var method: WireMethod {
        switch self {
        case .configuration, .availability, .socket: .get
        case .visitor: .put
        case .visitorEvents, .logger: .post
        }
    }
}
