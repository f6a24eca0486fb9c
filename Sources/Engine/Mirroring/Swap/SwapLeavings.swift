import Files
import Sync

/// Which of what is in a directory beside a target was written there by the swap itself: nobody else knows of
/// it, and yet what somebody has put there stays.
struct SwapLeavings {
    /// By the names of the directory that holds them.
    private let made: [[Name]: [Name: Entry?]]

    /// With what was copied there; nil is a directory of which nothing else is known.
    init(_ made: [[Name]: [Name: Entry?]]) {
        self.made = made
    }

    /// What is to be removed of all that was found.
    func rows(_ found: [(names: [Name], entry: Entry)]) -> [MirrorPlan.Row] {
        // How what was made is spelled there, by how it was to be spelled.
        var origins: [[Name]: [Name]] = [[]: []]
        var rows: [MirrorPlan.Row] = []
        let levels = Dictionary(grouping: found) { Array($0.names.dropLast()) }
        for (directory, items) in levels.sorted(by: { $0.key.count < $1.key.count }) {
            guard let origin = origins[directory] else { continue }
            for (name, entry) in SwapLeavings.own(items.map(\.entry), made[origin] ?? [:]) {
                let names = directory + [entry.name]
                if let name { origins[names] = origin + [name] }
                rows.append(
                    MirrorPlan.Row(
                        .delete,
                        Difference(
                            names: Pair(names, names), entries: Pair(nil, entry),
                            reason: .only(.second))))
            }
        }
        return rows
    }

    /// Those that were made, each with the name that it was to have; of a part without one.
    private static func own(
        _ entries: [Entry], _ made: [Name: Entry?]
    ) -> [(name: Name?, entry: Entry)] {
        var own: [(name: Name?, entry: Entry)] = []
        var others: [Entry] = []
        for entry in entries {
            if let copied = made[entry.name] {
                if isCopy(entry, of: copied) { own.append((entry.name, entry)) }
            } else if PartID(entry.name) != nil {
                own.append((nil, entry))
            } else {
                others.append(entry)
            }
        }
        guard !others.isEmpty else { return own }
        // Servers may spell names in another way: in NFD, or in small letters.
        var waiting: [String: Name] = [:]
        let names = Set(entries.map(\.name))
        for name in made.keys where !names.contains(name) { waiting[folded(name)] = name }
        for entry in others {
            if let name = waiting.removeValue(forKey: folded(entry.name)),
                isCopy(entry, of: made[name] ?? nil)
            {
                own.append((name, entry))
            }
        }
        return own
    }

    /// Whether something is as it was made, as far as both tell.
    private static func isCopy(_ entry: Entry, of copied: Entry?) -> Bool {
        guard entry.kind == copied?.kind ?? .directory else { return false }
        guard entry.kind == .file, let size = entry.size, let wanted = copied?.size else {
            return true
        }
        return size == wanted
    }

    /// Texts are equal whatever their form in Unicode is.
    private static func folded(_ name: Name) -> String { name.text.lowercased() }
}
