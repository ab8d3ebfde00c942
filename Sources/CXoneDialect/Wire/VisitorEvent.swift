package import Clockwork
package import JSONText
import TextForms

/// One thing that a visitor did, for the analytics (`POST …/visitors/{visitor}/events`).
package struct VisitorEvent: Hashable, Sendable {
    package var id: UInt128
    package var visit: UInt128
    package var destination: UInt128
    package var at: WallTime
    package var kind: Kind

    /// What was done.
    package enum Kind: Hashable, Sendable {
        /// The first page of a visit.
        case visit
        case pageView(title: String, url: String)
        /// In seconds.
        case timeSpent(title: String, url: String, Int)
        case windowOpened
        case conversion(type: String, value: Double)
    }

    package init(id: UInt128, visit: UInt128, destination: UInt128, at: WallTime, kind: Kind) {
        self.id = id
        self.visit = visit
        self.destination = destination
        self.at = at
        self.kind = kind
    }

    package func append(_ client: VendorClient, to bytes: inout [UInt8]) {
        let style = client == .android ? ISO8601Text.Style.zuluInLowerCase : .zuluWithMilliseconds
        JSONWriter.append(#"{"id":"#, to: &bytes)
        bytes.append(uuid: id)
        JSONWriter.append(#","type":""#, to: &bytes)
        JSONWriter.append(typeName, to: &bytes)
        JSONWriter.append(#"","visitId":"#, to: &bytes)
        bytes.append(uuid: visit)
        JSONWriter.append(#","destination":{"id":"#, to: &bytes)
        bytes.append(uuid: destination)
        JSONWriter.append(#"},"createdAtWithMilliseconds":"#, to: &bytes)
        bytes.append(date: at, style)
        JSONWriter.append(#","data":{"#, to: &bytes)
        switch kind {
        case .visit, .windowOpened: break
        case .pageView(let title, let url): append(title, url, to: &bytes)
        case .timeSpent(let title, let url, let seconds):
            append(title, url, to: &bytes)
            JSONWriter.append(#","timeSpentOnPage":"#, to: &bytes)
            JSONWriter.append(integer: seconds, to: &bytes)
        case .conversion(let type, let value):
            JSONWriter.append(#""conversionType":"#, to: &bytes)
            JSONWriter.append(string: type, to: &bytes)
            JSONWriter.append(#","conversionValue":"#, to: &bytes)
            JSONWriter.append(number: value, to: &bytes)
            JSONWriter.append(#","conversionTimeWithMilliseconds":"#, to: &bytes)
            bytes.append(date: at, style)
        }
        JSONWriter.append("}}", to: &bytes)
    }

    private func append(_ title: String, _ url: String, to bytes: inout [UInt8]) {
        JSONWriter.append(#""title":"#, to: &bytes)
        JSONWriter.append(string: title, to: &bytes)
        JSONWriter.append(#","url":"#, to: &bytes)
        JSONWriter.append(string: url, to: &bytes)
    }

    private var typeName: StaticString {
        switch kind {
        case .visit: "VisitorVisit"
        case .pageView: "PageView"
        case .timeSpent: "TimeSpentOnPage"
        case .windowOpened: "ChatWindowOpened"
        case .conversion: "Conversion"
        }
    }

    /// What a server demands of a client's body: its kind and its visit.
    package static func check(_ body: JSONCursor) throws(JSONFault) {
        for key in ["id", "type", "visitId"] as [StaticString] where !body.isText(key) { throw .missing(path: key) }
        _ = try body.date("createdAtWithMilliseconds")
    }
}
