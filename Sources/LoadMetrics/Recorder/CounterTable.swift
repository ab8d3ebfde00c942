/// What was counted: a number per counter, and one per tag value for those that have tags.
public struct CounterTable: Sendable, Hashable {
    /// A tag's value and how often it was counted.
    public struct Tagged: Sendable, Hashable {
        public var value: String
        public var amount: Int
    }

    /// A counter tells apart this many values; further ones are counted as ``overflowValue``.
    public static let tagLimit = 64
    public static let overflowValue = "other"

    private var amounts = [Int](repeating: 0, count: CounterMetric.allCases.count)
    /// By counter; sorted by value.
    private var tagged = [[Tagged]](repeating: [], count: CounterMetric.allCases.count)

    public init() {}

    /// The sum over all tag values.
    public subscript(counter: CounterMetric) -> Int { amounts[counter.rawValue] }

    /// What was counted with that tag value.
    public subscript(counter: CounterMetric, tag: String) -> Int {
        tagged[counter.rawValue].first { $0.value == tag }?.amount ?? 0
    }

    /// Those of the counter that are not 0, sorted by value.
    public func tagged(_ counter: CounterMetric) -> [Tagged] {
        tagged[counter.rawValue].filter { $0.amount != 0 }
    }

    public mutating func add(_ counter: CounterMetric, _ amount: Int) {
        amounts[counter.rawValue] += amount
    }

    public mutating func add(_ counter: CounterMetric, tag: String, _ amount: Int) {
        amounts[counter.rawValue] += amount
        place(tag, of: counter.rawValue) { $0 += amount }
    }

    public mutating func merge(_ other: CounterTable) {
        for counter in amounts.indices {
            amounts[counter] += other.amounts[counter]
            for entry in other.tagged[counter] where entry.amount != 0 {
                place(entry.value, of: counter) { $0 += entry.amount }
            }
        }
    }

    /// Sets all to 0 but keeps the memory and the known tag values.
    mutating func reset() {
        for counter in amounts.indices {
            amounts[counter] = 0
            for entry in tagged[counter].indices { tagged[counter][entry].amount = 0 }
        }
    }

    private mutating func place(_ value: String, of counter: Int, _ change: (inout Int) -> Void) {
        if let known = tagged[counter].firstIndex(where: { $0.value == value }) {
            change(&tagged[counter][known].amount)
        } else if tagged[counter].count < Self.tagLimit || value == Self.overflowValue {
            let after = tagged[counter].firstIndex { $0.value > value } ?? tagged[counter].endIndex
            tagged[counter].insert(Tagged(value: value, amount: 0), at: after)
            change(&tagged[counter][after].amount)
        } else {
            place(Self.overflowValue, of: counter, change)
        }
    }
}
