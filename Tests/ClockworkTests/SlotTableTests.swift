import Clockwork
import Testing

@Suite struct SlotTableTests {
    @Test func itDoesWhatADictionaryWouldDo() {
        var table = SlotTable()
        var judge: [UInt64: Int] = [:]
        var random = SeededRandom(seed: 2)
        for _ in 0..<20_000 {
            let key = UInt64(random.index(below: 500)) << UInt64(24 * random.index(below: 2))
            if judge[key] != nil, random.index(below: 2) == 0 {
                table.remove(key)
                judge[key] = nil
            } else if judge[key] == nil {
                let slot = random.index(below: 10_000)
                table.insert(key, slot: slot)
                judge[key] = slot
            }
            #expect(table[key] == judge[key] && table.count == judge.count)
        }
        for key in 0..<500 { #expect(table[UInt64(key)] == judge[UInt64(key)]) }
    }
}
