import TextForms

/// What the fields of a server's answer say about the upgrade, noted in one pass over them.
struct UpgradeAnswer {
    private(set) var upgradesToWebSocket = false
    private(set) var connectionUpgrades = false
    private(set) var accepts = 0
    /// The first one's value.
    private(set) var accept: Range<Int>?
    /// Some field names one; an empty field names none.
    private(set) var namesExtension = false
    private(set) var namesProtocol = false

    init(_ fields: RawSpan) {
        var place = 0
        while let field = HTTPFields.next(after: &place, in: fields) { note(field, in: fields) }
    }

    private mutating func note(_ field: HTTPField, in fields: RawSpan) {
        let name = field.name
        switch name.count {
        case 7 where fields.equals("upgrade", in: name):
            upgradesToWebSocket = upgradesToWebSocket || HTTPFields.list(field.value, in: fields, holds: "websocket")
        case 10 where fields.equals("connection", in: name):
            connectionUpgrades = connectionUpgrades || HTTPFields.list(field.value, in: fields, holds: "upgrade")
        case 20 where fields.equals("sec-websocket-accept", in: name):
            accepts += 1
            accept = accept ?? field.value
        case 24 where fields.equals("sec-websocket-extensions", in: name):
            namesExtension = namesExtension || !field.value.isEmpty
        case 22 where fields.equals("sec-websocket-protocol", in: name): namesProtocol = true
        default: break
        }
    }
}
