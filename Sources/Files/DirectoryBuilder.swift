/// Collects entries into a `Directory`; refuses what is no name and stops at the limits.
package struct DirectoryBuilder {
    package struct Limits: Sendable {
        /// Entries kept; the rest is cut, visibly.
        package var entries = 4_000_000
        /// Bytes of names and targets kept.
        package var arena = 256 << 20

        package init() {}
    }

    package private(set) var directory = Directory()
    package let limits: Limits
    private var accountNumbers: [String: UInt16] = [:]

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Makes room for about `count` entries of `bytes` bytes of names in all.
    package mutating func reserve(count: Int, bytes: Int) {
        directory.records.reserveCapacity(min(count, limits.entries))
        directory.arena.reserveCapacity(min(bytes, limits.arena))
    }

    /// Adds an entry; one that is no single component is counted as dropped instead.
    package mutating func append(_ entry: Entry) {
        entry.name.bytes.withUnsafeBufferPointer { name in
            (entry.target ?? []).withUnsafeBufferPointer { target in
                append(
                    name: name, kind: entry.kind, size: entry.size, modified: entry.modified,
                    mode: entry.mode, owner: number(of: entry.owner),
                    group: number(of: entry.group), target: target)
            }
        }
    }

    /// The number under which `account` is kept, for `append`; 0 is "unknown".
    package mutating func number(of account: String?) -> UInt16 {
        guard let account, !account.isEmpty else { return 0 }
        if let number = accountNumbers[account] { return number }
        guard directory.accounts.count < Int(UInt16.max) else { return 0 }
        let number = UInt16(directory.accounts.count)
        directory.accounts.append(account)
        accountNumbers[account] = number
        return number
    }

    /// Gives the account that `number(of:)` has numbered so the name by which it is shown, once that
    /// is known.
    package mutating func rename(account number: UInt16, to name: String) {
        guard number > 0, directory.accounts.indices.contains(Int(number)) else { return }
        directory.accounts[Int(number)] = name
    }

    /// Adds an entry without making a value of it first: the way for listings of a million lines.
    package mutating func append(
        name: UnsafeBufferPointer<UInt8>, kind: Entry.Kind, size: UInt64?, modified: Timestamp?,
        mode: UInt16?, owner: UInt16, group: UInt16, target: UnsafeBufferPointer<UInt8>
    ) {
        guard name.count < Int(UInt16.max), Name.isComponent(name) else {
            directory.droppedCount += 1
            return
        }
        let targetLength = target.count < Int(UInt16.max) ? target.count : 0
        guard directory.records.count < limits.entries,
            directory.arena.count + name.count + targetLength <= limits.arena
        else {
            directory.isCut = true
            return
        }
        directory.records.append(
            Directory.Record(
                offset: UInt32(directory.arena.count), nameLength: UInt16(name.count),
                mode: mode ?? Directory.unknownMode, size: size ?? Directory.unknownSize,
                seconds: modified?.seconds ?? 0, kind: kind, time: modified?.exactness ?? 0,
                targetLength: UInt16(targetLength), owner: owner, group: group))
        directory.arena.append(contentsOf: name)
        directory.arena.append(contentsOf: target.prefix(targetLength))
    }

    /// Counts a line whose name was refused.
    package mutating func drop() {
        directory.droppedCount += 1
    }

    /// Counts a line that was not understood.
    package mutating func passOver() {
        directory.unreadCount += 1
    }

    /// Marks the listing as cut at a limit.
    package mutating func cut() {
        directory.isCut = true
    }
}
