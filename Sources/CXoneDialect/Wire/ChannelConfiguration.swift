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
    /// The transaction token comes with a cookie.
    package var isSecuredCookieEnabled = false
    /// Whether a live chat that is not there is an answer without data instead of an error.
    package var recoverLivechatDoesNotFail = false
    package var allowsTranscript = false
    package var isProactiveChatEnabled = false
    package var isOnline = true
    package var files = FileRestrictions()
    package var caseFields: [Survey.Field] = []
    package var customerFields: [Survey.Field] = []

    package typealias Mode = CXoneChannel.Mode

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
        isSecuredCookieEnabled = try body.flag("isSecuredCookieEnabled", absent: false)
        let isLive = try body.flag("isLiveChat")
        let hasMany = try body.flag("settings/hasMultipleThreadsPerEndUser")
        mode = isLive ? .liveChat : hasMany ? .multiThread : .singleThread
        isProactiveChatEnabled = try body.flag("settings/isProactiveChatEnabled")
        allowsTranscript = try body.flag("settings/liveChatAllowTranscript", absent: false)
        files = try body.within("settings/fileRestrictions") { (restrictions) throws(JSONFault) in
            try FileRestrictions(restrictions)
        }
        // A flag that is absent counts as set.
        var secured = true
        var doesNotFail = true
        try body.eachMember("settings/features") { (key, value) throws(JSONFault) in
            let flag = try value.flag("")
            if key.spells("securedSessions") { secured = flag }
            if key.spells("isRecoverLivechatDoesNotFailEnabled") { doesNotFail = flag }
        }
        hasSecuredSessions = secured
        recoverLivechatDoesNotFail = doesNotFail
        survey = body.has("preContactForm") ? try SurveyForm.read(body) : nil
    }

    /// Everything that the three vendor clients demand.
    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"name":"#, to: &bytes)
        JSONWriter.append(string: name, to: &bytes)
        JSONWriter.append(#","isLiveChat":"#, to: &bytes)
        JSONWriter.append(flag: mode == .liveChat, to: &bytes)
        JSONWriter.append(#","isAuthorizationEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isAuthorizationEnabled, to: &bytes)
        JSONWriter.append(#","isSecuredCookieEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isSecuredCookieEnabled, to: &bytes)
        JSONWriter.append(#","availability":{"status":""#, to: &bytes)
        JSONWriter.append(isOnline ? "online" : "offline", to: &bytes)
        JSONWriter.append(#""},"preContactForm":"#, to: &bytes)
        if let survey {
            SurveyForm.append(survey, channel: channel, to: &bytes)
        } else {
            JSONWriter.append("null", to: &bytes)
        }
        JSONWriter.append(#","caseCustomFields":"#, to: &bytes)
        SurveyForm.append(definitions: caseFields, to: &bytes)
        JSONWriter.append(#","endUserCustomFields":"#, to: &bytes)
        SurveyForm.append(definitions: customerFields, to: &bytes)
        JSONWriter.append(#","settings":{"hasMultipleThreadsPerEndUser":"#, to: &bytes)
        JSONWriter.append(flag: mode == .multiThread, to: &bytes)
        JSONWriter.append(#","isProactiveChatEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isProactiveChatEnabled, to: &bytes)
        JSONWriter.append(#","liveChatAllowTranscript":"#, to: &bytes)
        JSONWriter.append(flag: allowsTranscript, to: &bytes)
        JSONWriter.append(#","securedSessions":"#, to: &bytes)
        JSONWriter.append(flag: hasSecuredSessions, to: &bytes)
        JSONWriter.append(#","fileRestrictions":"#, to: &bytes)
        files.append(to: &bytes)
        // Named one by one: a flag that is absent counts as set.
        JSONWriter.append(#","features":{"securedSessions":"#, to: &bytes)
        JSONWriter.append(flag: hasSecuredSessions, to: &bytes)
        JSONWriter.append(#","isRecoverLivechatDoesNotFailEnabled":"#, to: &bytes)
        JSONWriter.append(flag: recoverLivechatDoesNotFail, to: &bytes)
        JSONWriter.append(#","liveChatLogoHidden":false,"isProactiveChatEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isProactiveChatEnabled, to: &bytes)
        JSONWriter.append("}}}", to: &bytes)
    }
}
