import Testing
import WireFormat

@Suite struct WebSocketCloseTests {
    private func code(_ payload: [UInt8]) throws -> UInt16 {
        try payload.withUnsafeBytes { try WebSocketClose.code(of: $0) }
    }

    @Test(arguments: [1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999] as [UInt16])
    func registeredCodesAreTaken(wanted: UInt16) throws {
        #expect(try code([UInt8(wanted >> 8), UInt8(wanted & 255)]) == wanted)
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535] as [UInt16])
    func othersAreNot(wanted: UInt16) {
        #expect(throws: WebSocketFault.badCloseCode(wanted)) { try code([UInt8(wanted >> 8), UInt8(wanted & 255)]) }
    }

    @Test func reasonsAreTextAndCodesAreWhole() throws {
        #expect(try code([]) == 1005)
        #expect(throws: WebSocketFault.shortClosePayload) { try code([3]) }
        #expect(throws: WebSocketFault.notUTF8) { try code([0x03, 0xE8, 0xFF]) }
        #expect(throws: WebSocketFault.notUTF8) { try code([0x03, 0xE8, 0xC3]) }
        #expect(try code([0x03, 0xE8] + Array("bye".utf8)) == 1000)
    }
}
