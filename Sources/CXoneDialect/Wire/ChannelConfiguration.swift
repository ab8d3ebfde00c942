package import ChatModel
package import JSONText

/// What a channel is and asks (`GET …/channel/{channel}`).
package struct ChannelConfiguration: Hashable, Sendable {
    package var name: String
    package var channel: String
    package var mode: Mode
    package var isAuthorizationEnabled: Bool
    /// Replaces the authorization in the session's own band by a token of the call before.
    package var hasSecuredSessions: Bool
    /// Nil when there is nothing to fill in.
    package var survey: Survey?

    /// How many threads a customer has, and whether agents must be there.
    package enum Mode: Hashable, Sendable {
        case singleThread
        case multiThread
        case liveChat
    }

    /// A single-thread channel without authorization: the one that is played.
    package init(name: String, channel: String, survey: Survey?) {
        self.name = name
        self.channel = channel
        mode = .singleThread
        isAuthorizationEnabled = false
        hasSecuredSessions = false
        self.survey = survey
    }

    /// Reads a server's answer as strictly as the iOS client: what it could not read throws.
    package init(_ body: JSONCursor) throws(JSONFault) {
        name = try body.textIfPresent("name") ?? ""
        channel = ""
        isAuthorizationEnabled = try body.flag("isAuthorizationEnabled")
        let isLive = try body.flag("isLiveChat")
        let hasMany = try body.flag("settings/hasMultipleThreadsPerEndUser")
        mode = isLive ? .liveChat : hasMany ? .multiThread : .singleThread
        _ = try body.flag("settings/isProactiveChatEnabled")
        try Self.checkRestrictions(body)
        // A flag that is absent counts as set.
        var secured = true
        try body.eachMember("settings/features") { (key, value) throws(JSONFault) in
            let flag = try value.flag("")
            if key.spells("securedSessions") { secured = flag }
        }
        hasSecuredSessions = secured
        survey = body.has("preContactForm") ? try SurveyForm.read(body) : nil
    }

    private static func checkRestrictions(_ body: JSONCursor) throws(JSONFault) {
        try body.within("settings/fileRestrictions") { (restrictions) throws(JSONFault) in
            guard Int(try restrictions.text("allowedFileSize")) != nil else {
                throw .wrongType(path: "allowedFileSize")
            }
            _ = try restrictions.flag("isAttachmentsEnabled")
            try restrictions.each("allowedFileTypes") { (type) throws(JSONFault) in
                for key in ["mimeType", "description"] as [StaticString] where !type.isText(key) {
                    throw .missing(path: key)
                }
            }
        }
    }

    /// Everything that the three vendor clients demand.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"name":"#, to: &bytes)
        JSONWriter.append(string: name, to: &bytes)
        JSONWriter.append(#","isLiveChat":"#, to: &bytes)
        JSONWriter.append(flag: mode == .liveChat, to: &bytes)
        JSONWriter.append(#","isAuthorizationEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isAuthorizationEnabled, to: &bytes)
        JSONWriter.append(
            #","isSecuredCookieEnabled":false,"availability":{"status":"online"},"preContactForm":"#,
            to: &bytes
        )
        if let survey {
            SurveyForm.append(survey, channel: channel, to: &bytes)
        } else {
            JSONWriter.append("null", to: &bytes)
        }
        JSONWriter.append(
            #","caseCustomFields":[],"endUserCustomFields":[],"settings":{"hasMultipleThreadsPerEndUser":"#,
            to: &bytes
        )
        JSONWriter.append(flag: mode == .multiThread, to: &bytes)
        JSONWriter.append(
            #","isProactiveChatEnabled":false,"liveChatAllowTranscript":false,"securedSessions":"#,
            to: &bytes
        )
        JSONWriter.append(flag: hasSecuredSessions, to: &bytes)
        JSONWriter.append(#","fileRestrictions":{"allowedFileSize":"40","allowedFileTypes":"#, to: &bytes)
        JSONWriter.append(
            #"[{"mimeType":"image/*","description":"Pictures"}],"isAttachmentsEnabled":false},"#,
            to: &bytes
        )
        JSONWriter.append(#""features":{"securedSessions":"#, to: &bytes)
        JSONWriter.append(flag: hasSecuredSessions, to: &bytes)
        JSONWriter.append(
            #","isRecoverLivechatDoesNotFailEnabled":false,"liveChatLogoHidden":false,"isProactiveChatEnabled":false}}}"#,
            to: &bytes
        )
    }
}
