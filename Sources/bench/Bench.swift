import LaunchKit

/// The measuring command: one verb for each thing that can be measured, and the peers of the conformance suite.
enum Bench {
    static let grammar = Grammar(
        name: "bench",
        version: "0",
        summary: "Measures parts of loadgen and plays the peers of the WebSocket conformance suite.",
        verbs: [
            EchoServer.verb, EchoClient.verb, WorldBench.verb, TurnBench.verb, TimerBench.verb, RecorderBench.verb,
            SmallBench.verb, SecureBench.verb,
        ]
    )

    static func run(_ arguments: Arguments) throws -> Int32 {
        switch arguments.verb {
        case EchoServer.verb.name: try EchoServer.run(arguments)
        case EchoClient.verb.name where arguments.has("autobahn"): try AutobahnClient.run(arguments)
        case EchoClient.verb.name where arguments.has("connects"): try ConnectClient.run(arguments)
        case EchoClient.verb.name: try EchoClient.run(arguments)
        case TurnBench.verb.name: try TurnBench.run(arguments)
        case TimerBench.verb.name: try TimerBench.run(arguments)
        case RecorderBench.verb.name: try RecorderBench.run(arguments)
        case SmallBench.verb.name: try SmallBench.run(arguments)
        case SecureBench.verb.name: try SecureBench.run(arguments)
        case WorldBench.verb.name: try WorldBench.run(arguments)
        default: 2
        }
    }
}
