/// What a mode is to become, as chmod(1) takes it: an octal number, or clauses such as `u+rwX,go-w`.
package struct ModeChange: Hashable, Sendable {
    private enum Form: Hashable {
        /// `keepsSetID`: directories keep their set-user-ID and set-group-ID bits, because fewer than
        /// five digits were written.
        case absolute(UInt16, keepsSetID: Bool)
        case relative([Clause])
    }

    fileprivate enum Operation: UInt8 {
        case add = 0x2B
        case remove = 0x2D
        case assign = 0x3D
    }

    /// What an operation adds, removes or assigns.
    fileprivate enum Permissions: Hashable {
        /// `rwxst` as bits for everybody; `X` is execution where it is a directory or somebody may
        /// execute it.
        case bits(UInt16, executesSome: Bool)
        /// Those that the owner, the group or the others have: the shift to theirs.
        case copied(shift: UInt16)
    }

    fileprivate struct Clause: Hashable {
        /// The bits that it is about.
        let affected: UInt16
        let operation: Operation
        let permissions: Permissions
        /// Bits that are left alone, because the clause names nobody.
        let masked: UInt16
    }

    private let form: Form

    /// From what the user wrote; nil where that is no mode. `mask` is the process's umask: where a
    /// clause names nobody (`+x`), its bits are not touched.
    package init?(_ text: String, mask: UInt16) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        if bytes.allSatisfy({ (0x30...0x37).contains($0) }) {
            guard bytes.count <= 8, let value = UInt32(text, radix: 8), value <= 0o7777 else {
                return nil
            }
            form = .absolute(UInt16(value), keepsSetID: bytes.count < 5)
            return
        }
        var clauses: [Clause] = []
        for part in bytes.split(separator: 0x2C, omittingEmptySubsequences: false) {
            guard let read = ModeChange.clauses(part, mask: mask) else { return nil }
            clauses += read
        }
        form = .relative(clauses)
    }

    /// Whether nothing can be told without the mode that is there.
    package var needsMode: Bool {
        switch form {
        case .absolute: false
        case .relative: true
        }
    }

    /// What `old` becomes, twelve bits. Nil where the mode that is there must be known and is not.
    package func mode(from old: UInt16?, isDirectory: Bool) -> UInt16? {
        switch form {
        case .absolute(let mode, let keepsSetID):
            guard keepsSetID, isDirectory, let old else { return mode }
            return mode | (old & 0o6000)
        case .relative(let clauses):
            guard let old else { return nil }
            return clauses.reduce(old & 0o7777) { mode, clause in
                clause.applied(to: mode, isDirectory: isDirectory)
            }
        }
    }

    // MARK: Reading

    private static func clauses(_ text: ArraySlice<UInt8>, mask: UInt16) -> [Clause]? {
        let who = text.prefix { [0x75, 0x67, 0x6F, 0x61].contains($0) }
        var affected: UInt16 = 0
        for letter in who {
            switch letter {
            case 0x75: affected |= 0o4700
            case 0x67: affected |= 0o2070
            case 0x6F: affected |= 0o1007
            default: affected |= 0o7777
            }
        }
        var rest = text.dropFirst(who.count)
        var clauses: [Clause] = []
        while let sign = rest.popFirst() {
            guard let operation = Operation(rawValue: sign) else { return nil }
            let letters = rest.prefix { Operation(rawValue: $0) == nil }
            rest = rest.dropFirst(letters.count)
            guard let permissions = permissions(letters) else { return nil }
            clauses.append(
                Clause(
                    affected: who.isEmpty ? 0o7777 : affected, operation: operation,
                    permissions: permissions, masked: who.isEmpty ? mask & 0o777 : 0))
        }
        return clauses.isEmpty ? nil : clauses
    }

    private static func permissions(_ letters: ArraySlice<UInt8>) -> Permissions? {
        if letters.count == 1, let letter = letters.first {
            switch letter {
            case 0x75: return .copied(shift: 6)
            case 0x67: return .copied(shift: 3)
            case 0x6F: return .copied(shift: 0)
            default: break
            }
        }
        var bits: UInt16 = 0
        var executesSome = false
        for letter in letters {
            switch letter {
            case 0x72: bits |= 0o444
            case 0x77: bits |= 0o222
            case 0x78: bits |= 0o111
            case 0x58: executesSome = true
            case 0x73: bits |= 0o6000
            case 0x74: bits |= 0o1000
            default: return nil
            }
        }
        return .bits(bits, executesSome: executesSome)
    }
}

extension ModeChange.Clause {
    fileprivate func applied(to mode: UInt16, isDirectory: Bool) -> UInt16 {
        var wanted: UInt16
        switch permissions {
        case .bits(let bits, let executesSome):
            wanted = bits
            if executesSome, isDirectory || mode & 0o111 != 0 { wanted |= 0o111 }
        case .copied(let shift):
            let three = (mode >> shift) & 0o7
            wanted = three << 6 | three << 3 | three
        }
        wanted &= affected & ~masked
        switch operation {
        case .add: return mode | wanted
        case .remove: return mode & ~wanted
        case .assign:
            // A directory keeps these unless they are written: what is made in it depends on them.
            var cleared = affected
            if isDirectory { cleared &= ~0o6000 }
            return mode & ~cleared | wanted
        }
    }
}
