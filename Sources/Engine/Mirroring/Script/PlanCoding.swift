import Files
import Sync

extension ScriptWriter {
    mutating func add(_ directories: [[Name]: Entry]) {
        add(count: directories.count)
        // In an order that shares the most, and is the same each time.
        for (names, entry) in directories.sorted(by: { $0.key.bytes < $1.key.bytes }) {
            add(names)
            add(entry)
        }
    }

    mutating func add(_ plan: MirrorPlan) {
        add(count: plan.rows.count)
        for row in plan.rows {
            add(row.action.code)
            add(row.difference)
        }
    }

    mutating func add(_ plan: SyncPlan) {
        add(Array(plan.stamp.utf8))
        add(count: plan.rows.count)
        for row in plan.rows {
            add(row.action)
            add(row.cause)
            add(row.difference)
            add(row.origin) { $0.add($1) }
        }
    }

    private mutating func add(_ difference: Difference) {
        let names = difference.names
        add(names.first)
        add(names.first == names.second ? nil : names.second) { $0.add($1) }
        add(difference.entries.first) { $0.add($1) }
        add(difference.entries.second) { $0.add($1) }
        add(difference.reason)
    }

    private mutating func add(_ reason: Difference.Reason) {
        switch reason {
        case .only(let side):
            add(UInt8(0))
            add(side.code)
        case .size(let gap):
            add(UInt8(1))
            add(gap) { $0.add($1) }
        case .time(let gap):
            add(UInt8(2))
            add(gap)
        case .unknown: add(UInt8(3))
        case .contents: add(UInt8(4))
        case .link: add(UInt8(5))
        case .mode: add(UInt8(6))
        case .kind: add(UInt8(7))
        case .nameMeets(let other):
            add(UInt8(8))
            add(other)
        }
    }

    private mutating func add(_ action: SyncPlan.Action) {
        switch action {
        case .carry(let side, let action):
            add(UInt8(0))
            add(side.code)
            add(action.code)
        case .move(let side):
            add(UInt8(1))
            add(side.code)
        case .keepBoth(let side):
            add(UInt8(2))
            add(side.code)
        case .conflict: add(UInt8(3))
        case .skip: add(UInt8(4))
        }
    }

    private mutating func add(_ cause: SyncPlan.Cause) {
        switch cause {
        case .never: add(UInt8(0))
        case .neither: add(UInt8(1))
        case .both: add(UInt8(2))
        case .one(let side):
            add(UInt8(3))
            add(side.code)
        }
    }
}

extension ScriptReader {
    mutating func directories() throws(Damage) -> [[Name]: Entry] {
        var found: [[Name]: Entry] = [:]
        for _ in 0..<(try count()) {
            let names = try names()
            found[names] = try entry()
        }
        return found
    }

    mutating func mirrorPlan() throws(Damage) -> MirrorPlan {
        var rows: [MirrorPlan.Row] = []
        for _ in 0..<(try count()) {
            let action = try action()
            rows.append(MirrorPlan.Row(action, try difference()))
        }
        return MirrorPlan(rows)
    }

    mutating func syncPlan() throws(Damage) -> SyncPlan {
        let stamp = String(decoding: try run(), as: UTF8.self)
        var rows: [SyncPlan.Row] = []
        for _ in 0..<(try count()) {
            let action = try syncAction()
            let cause = try cause()
            let difference = try difference()
            let origin = try optional { reader throws(Damage) in try reader.difference() }
            rows.append(
                SyncPlan.Row(
                    action: action, difference: difference, cause: cause, origin: origin))
        }
        return SyncPlan(rows, stamp: stamp)
    }

    private mutating func difference() throws(Damage) -> Difference {
        let first = try names()
        let second = try optional { reader throws(Damage) in try reader.names() }
        let one = try optional { reader throws(Damage) in try reader.entry() }
        let two = try optional { reader throws(Damage) in try reader.entry() }
        return Difference(
            names: Pair(first, second ?? first), entries: Pair(one, two), reason: try reason())
    }

    private mutating func side() throws(Damage) -> ComparedSide {
        try flag() ? .second : .first
    }

    private mutating func reason() throws(Damage) -> Difference.Reason {
        switch try byte() {
        case 0: .only(try side())
        case 1:
            .size(newerBy: try optional { reader throws(Damage) in try reader.signed() })
        case 2: .time(newerBy: try signed())
        case 3: .unknown
        case 4: .contents
        case 5: .link
        case 6: .mode
        case 7: .kind
        case 8: .nameMeets(try run())
        default: throw Damage()
        }
    }

    private mutating func action() throws(Damage) -> MirrorPlan.Action {
        guard let action = MirrorPlan.Action(code: try byte()) else { throw Damage() }
        return action
    }

    private mutating func syncAction() throws(Damage) -> SyncPlan.Action {
        switch try byte() {
        case 0:
            let side = try side()
            return .carry(to: side, try action())
        case 1: return .move(on: try side())
        case 2: return .keepBoth(renamed: try side())
        case 3: return .conflict
        case 4: return .skip
        default: throw Damage()
        }
    }

    private mutating func cause() throws(Damage) -> SyncPlan.Cause {
        switch try byte() {
        case 0: .never
        case 1: .neither
        case 2: .both
        case 3: .one(try side())
        default: throw Damage()
        }
    }
}

extension ComparedSide {
    fileprivate var code: Bool { self == .second }
}

extension MirrorPlan.Action {
    private static let codes: [MirrorPlan.Action] = [
        .copy, .makeDirectory, .makeLink, .replace, .setMode, .delete, .conflict, .skip,
    ]

    fileprivate var code: UInt8 {
        UInt8(MirrorPlan.Action.codes.firstIndex(of: self) ?? 0)
    }

    fileprivate init?(code: UInt8) {
        guard MirrorPlan.Action.codes.indices.contains(Int(code)) else { return nil }
        self = MirrorPlan.Action.codes[Int(code)]
    }
}

extension [Name] {
    /// As a path has them.
    fileprivate var bytes: [[UInt8]] { map(\.bytes) }
}

extension [[UInt8]] {
    fileprivate static func < (left: [[UInt8]], right: [[UInt8]]) -> Bool {
        left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
    }
}
