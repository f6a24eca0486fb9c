import Files
import Jobs
import Sync
import UI

/// How a mirror is to be kept up to date: what a queue keeps of its order.
struct StoredOrder {
    /// What the bytes begin with; counts up with every change of them.
    private static let version: UInt8 = 1

    var deletes: Bool
    /// Its places are the job's.
    var order: PlanOrder

    /// Nil for what has no direction.
    init?(_ order: PlanOrder) {
        guard case .mirror(let deletes) = order.kind else { return nil }
        self.order = order
        self.deletes = deletes
    }

    /// For the queue. How much it will be nobody knows.
    var script: PlanScript { PlanScript(encoded, files: 0, size: 0) }

    var encoded: [UInt8] {
        var writer = ScriptWriter()
        writer.add(StoredOrder.version)
        writer.add(deletes)
        writer.add(order.criterion.code)
        writer.add(order.scope.code)
        writer.add(order.replacesNewer)
        writer.add(order.keepsReplaced)
        writer.add(order.comparesModes)
        writer.add(order.readsIgnoreLists)
        writer.add(count: order.excluded.count)
        for pattern in order.excluded { writer.add(Array(pattern.utf8)) }
        return writer.bytes
    }

    init(_ bytes: [UInt8], _ places: Pair<Location>) throws(ScriptReader.Damage) {
        var reader = ScriptReader(bytes)
        guard try reader.byte() == StoredOrder.version else { throw ScriptReader.Damage() }
        deletes = try reader.flag()
        guard let criterion = Criterion(code: try reader.byte()),
            let scope = MirrorRules.Scope(code: try reader.byte())
        else { throw ScriptReader.Damage() }
        order = PlanOrder(.mirror(deletes: deletes), places, by: criterion)
        order.scope = scope
        order.replacesNewer = try reader.flag()
        order.keepsReplaced = try reader.flag()
        order.comparesModes = try reader.flag()
        order.readsIgnoreLists = try reader.flag()
        order.staysUpToDate = true
        for _ in 0..<(try reader.count()) {
            order.excluded.append(String(decoding: try reader.run(), as: UTF8.self))
        }
        guard reader.isAtEnd else { throw ScriptReader.Damage() }
    }
}

extension MirrorRules.Scope {
    fileprivate var code: UInt8 {
        switch self {
        case .all: 0
        case .existing: 1
        case .missing: 2
        }
    }

    fileprivate init?(code: UInt8) {
        switch code {
        case 0: self = .all
        case 1: self = .existing
        case 2: self = .missing
        default: return nil
        }
    }
}
