import ChatModel
import SimulatorCore
import Testing

@Suite struct LedgerReportTests {
    private let report = LedgerReport(
        stored: [.init(id: MessageID(1), times: 1), .init(id: MessageID(2), times: 2)],
        replies: [
            .init(id: MessageID(7), deliveries: 1, isObliging: true),
            .init(id: MessageID(8), deliveries: 3, isObliging: false),
        ]
    )

    @Test func aReportSurvivesItsTextForm() throws {
        var bytes: [UInt8] = []
        report.write(to: &bytes)
        #expect(try LedgerReport(bytes) == report)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                ledger 1
                s 00000000-0000-0000-0000-000000000001 1
                s 00000000-0000-0000-0000-000000000002 2
                r 00000000-0000-0000-0000-000000000007 1 1
                r 00000000-0000-0000-0000-000000000008 3 0
                end 4

                """
        )
    }

    @Test func aTextThatIsCutOffAnywhereIsNoReport() {
        var bytes: [UInt8] = []
        report.write(to: &bytes)
        for count in 0..<bytes.count - 1 {
            #expect(throws: LedgerTextError.self) { try LedgerReport(Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: [
        "", "ledger 2\nend 0\n", "end 0\n", "ledger 1\nend 1\n", "ledger 1\nx\nend 0\n", "ledger 1\ns 1 1\nend 1\n",
        "ledger 1\nend 0\nend 0\n", "ledger 1\nr 00000000-0000-0000-0000-000000000007 1 2\nend 1\n",
        "ledger 1\ns 00000000-0000-0000-0000-000000000007 -1\nend 1\n",
        "ledger 1\ns 00000000-0000-0000-0000-000000000007 99999999999999999999\nend 1\n",
    ])
    func anythingElseIsNoReport(text: String) {
        #expect(throws: LedgerTextError.self) { try LedgerReport(Array(text.utf8)) }
    }

    @Test func accountsThatAgreeDoNotContradict() {
        var customers = CustomerAccount()
        customers.sent(MessageID(1), .echoed)
        customers.sent(MessageID(2), .failed)
        customers.sent(MessageID(3), .lost)
        customers.sent(MessageID(4), .pending)
        customers.received(MessageID(7))
        #expect(report.contradictions(with: customers).isEmpty)
    }

    @Test func eachContradictionIsTold() {
        var customers = CustomerAccount()
        customers.sent(MessageID(2), .echoed)
        customers.sent(MessageID(3), .echoed)
        #expect(
            report.contradictions(with: customers) == [
                "the simulator stored message 00000000-0000-0000-0000-000000000001, which nobody sent",
                "message 00000000-0000-0000-0000-000000000002 was echoed, and the simulator stored it 2 times",
                "message 00000000-0000-0000-0000-000000000003 was echoed, and the simulator stored it 0 times",
                "the simulator delivered reply 00000000-0000-0000-0000-000000000007, and nobody received it",
            ]
        )
    }
}
