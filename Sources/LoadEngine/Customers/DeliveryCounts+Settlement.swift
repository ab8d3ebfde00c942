import ChatClient
import LoadMetrics

extension DeliveryCounts {
    mutating func say() {
        sent += 1
        pending += 1
    }

    mutating func settle(_ fate: Settlement) {
        pending -= 1
        switch fate {
        case .echoed: echoed += 1
        case .failed: failed += 1
        case .lost: lost += 1
        }
    }
}
