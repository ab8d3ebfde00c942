package import JSONText

/// A user of the contact centre, human or not (AGENT).
package struct AgentObject: Hashable, Sendable {
    package var id: Int
    package var firstName: String
    package var surname: String
    package var nickname: String?
    package var isBotUser: Bool
    package var isSurveyUser: Bool
    package var publicImageUrl: String

    package init(
        id: Int,
        firstName: String,
        surname: String,
        nickname: String?,
        isBotUser: Bool = false,
        publicImageUrl: String = ""
    ) {
        self.id = id
        self.firstName = firstName
        self.surname = surname
        self.nickname = nickname
        self.isBotUser = isBotUser
        isSurveyUser = false
        self.publicImageUrl = publicImageUrl
    }

    package init(_ object: JSONCursor) throws(JSONFault) {
        id = try object.integer("id")
        firstName = try object.text("firstName")
        surname = try object.text("surname")
        nickname = try object.textIfPresent("nickname")
        isBotUser = try object.flag("isBotUser")
        isSurveyUser = try object.flag("isSurveyUser")
        publicImageUrl = try object.text("publicImageUrl")
    }

    /// Throws what reading it would throw; null and absence are nobody.
    ///
    /// Answers whether somebody is there.
    package static func check(_ frame: JSONCursor, at path: StaticString) throws(JSONFault) -> Bool {
        guard frame.has(path) else { return false }
        return try frame.within(path) { (object) throws(JSONFault) in
            _ = try object.integer("id")
            for key in ["firstName", "surname", "publicImageUrl"] as [StaticString] where !object.isText(key) {
                throw .missing(path: key)
            }
            _ = try object.flag("isBotUser")
            _ = try object.flag("isSurveyUser")
            return true
        }
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"id":"#, to: &bytes)
        JSONWriter.append(integer: id, to: &bytes)
        JSONWriter.append(#","firstName":"#, to: &bytes)
        JSONWriter.append(string: firstName, to: &bytes)
        JSONWriter.append(#","surname":"#, to: &bytes)
        JSONWriter.append(string: surname, to: &bytes)
        JSONWriter.append(#","nickname":"#, to: &bytes)
        JSONWriter.append(string: nickname, to: &bytes)
        JSONWriter.append(#","isBotUser":"#, to: &bytes)
        JSONWriter.append(flag: isBotUser, to: &bytes)
        JSONWriter.append(#","isSurveyUser":"#, to: &bytes)
        JSONWriter.append(flag: isSurveyUser, to: &bytes)
        JSONWriter.append(#","publicImageUrl":"#, to: &bytes)
        JSONWriter.append(string: publicImageUrl, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    /// `null` when there is nobody.
    package static func append(_ agent: AgentObject?, to bytes: inout [UInt8]) {
        if let agent { agent.append(to: &bytes) } else { JSONWriter.append("null", to: &bytes) }
    }
}
