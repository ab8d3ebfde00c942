import ChatModel
import Clockwork

/// Who the simulated customers are: common names, drawn from the seed.
enum PersonNames: Sendable {
    private static let first = [
        "Ada", "Bao", "Carla", "Dmitri", "Elif", "Femi", "Grace", "Hugo", "Ines", "Jonas", "Kofi", "Lena", "Marek",
        "Nadia", "Omar", "Priya", "Quinn", "Rosa", "Sven", "Tessa", "Uma", "Viktor", "Wanda", "Xavier", "Yara", "Zoe",
        "Amir", "Birgit", "Chen", "Dario", "Esther", "Felix",
    ]
    private static let last = [
        "Abbott", "Brandt", "Castillo", "Dahl", "Eriksen", "Fontaine", "Greco", "Haddad", "Ivanov", "Jensen", "Keller",
        "Lindqvist", "Moreau", "Novak", "Okafor", "Petrov", "Quintero", "Rossi", "Sato", "Tanaka", "Ueda", "Vargas",
        "Weber", "Xu", "Yilmaz", "Zimmer", "Almeida", "Becker", "Costa", "Duarte", "Engel", "Fischer",
    ]

    static func draw(using random: inout SeededRandom) -> Person {
        Person(
            firstName: first[random.index(below: first.count)],
            lastName: last[random.index(below: last.count)]
        )
    }
}
