import Files
import Jobs
import Sync

/// All that carrying a plan out needs to know of it: what a queue keeps of a plan that was looked at.
struct StoredPlan {
    /// What is to be done.
    enum Content {
        /// With the directories of the source that the target has too.
        case mirror(MirrorPlan, directories: [[Name]: Entry])
        /// With those of each side that the other has too.
        case sync(SyncPlan, directories: Pair<[[Name]: Entry]>)
    }

    var content: Content
    var criterion: Criterion
    var comparesModes: Bool
    var umask: UInt16
    /// Names below each top under which is kept what goes; nil where that is not kept.
    var aside: [Name]?
    /// Whether everything could be compared.
    var isWhole: Bool

    /// What the copies go by.
    var rules: ComparisonRules {
        ComparisonRules(criterion: criterion, comparesModes: comparesModes, umask: umask)
    }

    /// For the queue. Of the directories only those go along that hold something which is done.
    var script: PlanScript {
        let counts = counts
        return PlanScript(encoded, files: counts.files, size: counts.bytes)
    }

    /// Files to copy and to delete, and bytes to copy.
    var counts: (files: Int, bytes: UInt64) {
        var (files, size) = (0, UInt64(0))
        for (_, plan) in sides {
            for row in plan.rows {
                if row.takesAwayFile { files += 1 }
                guard let copied = row.copiedFile else { continue }
                files += 1
                size &+= copied.size ?? 0
            }
        }
        return (files, size)
    }

    /// What is done on each side that changes, where every new name is given.
    var sides: [(side: ComparedSide, plan: MirrorPlan)] {
        switch content {
        case .mirror(let plan, _): return [(.second, plan)]
        case .sync(let plan, _):
            let renamed = Set(plan.rows.indices)
            return ComparedSide.allCases.map { ($0, plan.mirror(to: $0, renamed: renamed)) }
        }
    }
}

extension MirrorPlan.Row {
    /// Whether a file, or a link, goes or is put aside for good.
    var takesAwayFile: Bool { takesAway && difference.entries.second?.kind != .directory }

    /// The file or the link that is copied; nil for none.
    var copiedFile: Entry? {
        switch action {
        case .copy, .makeLink, .replace:
            guard let entry = difference.entries.first, entry.kind != .directory else {
                return nil
            }
            return entry
        case .makeDirectory, .setMode, .delete, .conflict, .skip: return nil
        }
    }
}

// MARK: - As bytes

extension StoredPlan {
    /// What the bytes begin with; counts up with every change of them.
    private static let version: UInt8 = 1

    var encoded: [UInt8] {
        var writer = ScriptWriter()
        writer.add(StoredPlan.version)
        writer.add(criterion.code)
        writer.add(comparesModes)
        writer.add(UInt64(umask))
        writer.add(aside) { $0.add($1) }
        writer.add(isWhole)
        switch content {
        case .mirror(let plan, let directories):
            writer.add(UInt8(0))
            writer.add(plan)
            writer.add(directories.holding(plan.rows.lazy.map(\.difference.names.first)))
        case .sync(let plan, let directories):
            writer.add(UInt8(1))
            writer.add(plan)
            for side in ComparedSide.allCases {
                let names = plan.rows.lazy.flatMap { row in
                    [row.difference.names[side]] + (row.origin.map { [$0.names[side]] } ?? [])
                }
                writer.add(directories[side].holding(names))
            }
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(ScriptReader.Damage) {
        var reader = ScriptReader(bytes)
        guard try reader.byte() == StoredPlan.version,
            let criterion = Criterion(code: try reader.byte())
        else { throw ScriptReader.Damage() }
        self.criterion = criterion
        comparesModes = try reader.flag()
        guard let umask = UInt16(exactly: try reader.number()) else { throw ScriptReader.Damage() }
        self.umask = umask
        aside = try reader.optional { reader throws(ScriptReader.Damage) in try reader.names() }
        isWhole = try reader.flag()
        switch try reader.byte() {
        case 0:
            let plan = try reader.mirrorPlan()
            content = .mirror(plan, directories: try reader.directories())
        case 1:
            let plan = try reader.syncPlan()
            let first = try reader.directories()
            content = .sync(plan, directories: Pair(first, try reader.directories()))
        default: throw ScriptReader.Damage()
        }
        guard reader.isAtEnd else { throw ScriptReader.Damage() }
    }
}

extension Criterion {
    var code: UInt8 {
        switch self {
        case .sizeAndTime: 0
        case .size: 1
        case .contents: 2
        }
    }

    init?(code: UInt8) {
        switch code {
        case 0: self = .sizeAndTime
        case 1: self = .size
        case 2: self = .contents
        default: return nil
        }
    }
}

extension [[Name]: Entry] {
    /// Those that hold one of these, at any depth.
    fileprivate func holding(_ places: some Sequence<[Name]>) -> [[Name]: Entry] {
        var found: [[Name]: Entry] = [:]
        for place in places {
            var directory = place.dropLast()
            // What is above one that is known is known as well.
            while !directory.isEmpty, found[Array(directory)] == nil {
                if let entry = self[Array(directory)] { found[Array(directory)] = entry }
                directory = directory.dropLast()
            }
        }
        return found
    }
}
