/// What the customers of a group do, step by step: one list that all of them share.
public struct BehaviorScript: Hashable, Sendable {
    /// The file's name without its ending, or `steps` for one that stands in the profile.
    public var name: String
    public var steps: [BehaviorStep]
    /// Whether every reply is marked as seen when it arrives, as a phone in its owner's hand does it.
    public var marksSeen: Bool
    /// The names of what it measures.
    public var measures: [String]

    public init(name: String, steps: [BehaviorStep], measures: [String] = [], marksSeen: Bool = true) {
        self.name = name
        self.steps = steps
        self.measures = measures
        self.marksSeen = marksSeen
    }

    /// The names that its steps set or capture.
    public var notes: [String] {
        steps.compactMap { step in
            switch step {
            case .set(let name, _), .capture(let name, _, _): name
            default: nil
            }
        }
    }

    /// Repetitions in repetitions, at most; a customer keeps count of each in the same few bytes.
    public static let deepestRepetition = 4
    /// Steps of one behaviour, at most (ours).
    public static let mostSteps = 1_000

    /// Whether somebody must keep what replies say.
    var needsReplyText: Bool {
        steps.contains { step in
            switch step {
            case .capture, .answer, .unless(.contains, _), .unless(.offered, _): true
            default: false
            }
        }
    }

    /// Whether its customers have something to note.
    var takesNotes: Bool { needsReplyText || !notes.isEmpty }

    /// Whether a text is drawn from the group's.
    var needsGroupTexts: Bool {
        steps.contains { step in
            if case .say(let texts, _) = step { texts.isEmpty } else { false }
        }
    }

    /// Whether a file is drawn from the group's.
    var needsGroupFiles: Bool {
        steps.contains { step in
            if case .attach(let files, _) = step { files.isEmpty } else { false }
        }
    }
}
