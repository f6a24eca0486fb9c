package import Files

/// How a server writes paths. Ferry's own are components under one root; here they become what
/// the server wants in a command, and what PWD says becomes components. Does no I/O.
package enum PathStyle: Hashable, Sendable {
    /// `/a/b`; also `/C:/a`.
    case unix
    /// `//host/a`: the first slashes of Cygwin mean another machine.
    case cygwin
    /// `C:\a` or `C:/a`, as the separator says.
    case dos(separator: UInt8)
    /// `DEVICE:[A.B]F.TXT;1`.
    case vms
    /// z/OS data sets: `'HLQ.A.B'`, and `'HLQ.A.B(MEMBER)'`.
    case mvs
    /// `\SYSTEM.$VOLUME.SUBVOLUME`.
    case nonStop
    /// `:device:a/b`.
    case vxWorks
    /// Anything else: the server's own text is the first component, and below it names are entered
    /// one by one.
    case opaque

    /// From what PWD says, and the reply to SYST as a hint.
    package init(directory: some Collection<UInt8>, system: String?) {
        let bytes = Array(directory)
        let system = (system ?? "").uppercased()
        self =
            switch (bytes.first, bytes.dropFirst().first) {
            case (0x2F, 0x2F) where system.contains("CYGWIN"): .cygwin
            case (0x2F, _): .unix
            case (0x27, _): .mvs
            case (0x3A, _) where bytes.dropFirst().prefix(while: { $0 != 0x2F }).contains(0x3A):
                .vxWorks
            case (0x5C, _), (0x24, _):
                system.contains("NONSTOP") || bytes.contains(0x24)
                    ? .nonStop : .dos(separator: 0x5C)
            case (let letter?, 0x3A) where PathStyle.isLetter(letter) && !bytes.contains(0x5B):
                .dos(
                    separator: bytes.dropFirst(2).first { $0 == 0x2F || $0 == 0x5C } ?? 0x5C)
            default:
                if PathStyle.bracket(in: bytes) != nil {
                    .vms
                } else if system.contains("MVS") {
                    .mvs
                } else if bytes.contains(0x2F) || bytes.isEmpty {
                    .unix
                } else {
                    .opaque
                }
            }
    }

    // MARK: From the server

    /// The path of the directory that PWD names.
    package func path(_ directory: some Collection<UInt8>) -> Path {
        let bytes = Array(directory)
        switch self {
        case .unix, .cygwin:
            return Path(bytes)
        case .dos(let separator):
            return PathStyle.join(bytes.split(separator: separator))
        case .mvs:
            let bare = bytes.filter { $0 != 0x27 && $0 != 0x22 }
            return PathStyle.join(bare.split(separator: 0x2E))
        case .nonStop:
            return PathStyle.join(bytes.split(separator: 0x2E))
        case .vxWorks:
            guard let end = bytes.dropFirst().firstIndex(of: 0x3A) else { return Path(bytes) }
            return PathStyle.join(
                [bytes[...end]] + bytes[(end + 1)...].split(separator: 0x2F))
        case .vms:
            return PathStyle.vmsPath(bytes)
        case .opaque:
            return PathStyle.join([bytes[...]])
        }
    }

    private static func vmsPath(_ bytes: [UInt8]) -> Path {
        guard let bracket = bracket(in: bytes) else { return Path(bytes) }
        var parts: [[UInt8]] = []
        if bracket.lowerBound > 0 { parts.append(Array(bytes[..<bracket.lowerBound])) }
        var part: [UInt8] = []
        var isEscaped = false
        for byte in bytes[bracket].dropFirst() {
            if isEscaped {
                // A dot that belongs to the name; other escapes stay as the server writes them.
                part += byte == 0x2E ? [byte] : [0x5E, byte]
                isEscaped = false
            } else if byte == 0x5E {
                isEscaped = true
            } else if byte == 0x2E {
                parts.append(part)
                part = []
            } else {
                part.append(byte)
            }
        }
        parts.append(part)
        // The master directory holds all others of its device.
        return join(parts.filter { $0 != masterDirectory })
    }

    private static let masterDirectory = Array("000000".utf8)

    /// From the opening bracket up to the closing one, without that; `<` and `>` serve as well.
    private static func bracket(in bytes: [UInt8]) -> Range<Int>? {
        guard let open = bytes.firstIndex(where: { $0 == 0x5B || $0 == 0x3C }),
            let end = bytes[open...].firstIndex(of: bytes[open] == 0x5B ? 0x5D : 0x3E)
        else { return nil }
        return open..<end
    }

    private static func join(_ parts: some Sequence<some Collection<UInt8>>) -> Path {
        Path(components: parts.compactMap { Name(Array($0)) })
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF)
    }

    // MARK: To the server

    /// Whether names are best sent alone, from within their directory: full names are odd enough
    /// that not every server takes them.
    package var prefersNames: Bool { self != .unix && self != .cygwin }

    /// Whether the server has a directory above all others. Where not, Ferry's root holds what is
    /// known to be there: the first component of the home directory.
    package var hasRoot: Bool {
        switch self {
        case .unix, .cygwin: true
        default: false
        }
    }

    /// What CWD is told, one after the other, to reach `directory` from wherever the server is;
    /// from its parent `directory` alone will do where that is `opaque`.
    package func approach(to directory: Path, from here: Path?) -> [[UInt8]] {
        guard self == .opaque, !directory.isRoot else { return [self.directory(directory)] }
        if let name = directory.name, directory.parent == here, !directory.parent.isRoot {
            return [name.bytes]
        }
        return directory.components.map(\.bytes)
    }

    /// A directory in full.
    package func directory(_ path: Path) -> [UInt8] {
        let parts = path.components.map(\.bytes)
        guard let first = parts.first else { return [0x2F] }
        let rest = parts.dropFirst()
        switch self {
        case .unix: return path.bytes
        case .cygwin: return [0x2F] + path.bytes
        case .dos(let separator):
            if isDrive(first) {
                return first + [separator] + rest.joined(separator: [separator])
            }
            return [separator] + parts.joined(separator: [separator])
        case .mvs: return quoted(Array(parts.joined(separator: [0x2E])))
        case .nonStop: return Array(parts.joined(separator: [0x2E]))
        case .vxWorks: return first + rest.joined(separator: [0x2F])
        case .vms: return vmsDirectory(parts)
        case .opaque: return parts.last ?? []
        }
    }

    /// A file in full. `isMember`: it lies in a partitioned data set.
    package func file(_ path: Path, isMember: Bool = false) -> [UInt8] {
        guard let name = path.name else { return directory(path) }
        switch self {
        case .vms:
            return vmsDirectory(path.parent.components.map(\.bytes)) + name.bytes
        case .mvs where isMember:
            let set = path.parent.components.map(\.bytes).joined(separator: [0x2E])
            return quoted(Array(set) + [0x28] + name.bytes + [0x29])
        default:
            return directory(path)
        }
    }

    /// A directory to make or remove, from within the one that holds it.
    package func subdirectory(_ name: Name) -> [UInt8] {
        self == .vms ? Array("[.".utf8) + escaped(name.bytes) + [0x5D] : name.bytes
    }

    private func isDrive(_ part: [UInt8]) -> Bool {
        part.count == 2 && part[1] == 0x3A && PathStyle.isLetter(part[0])
    }

    private func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x27] + bytes + [0x27] }

    private func vmsDirectory(_ parts: [[UInt8]]) -> [UInt8] {
        let hasDevice = parts.first?.last == 0x3A
        let device = hasDevice ? parts[0] : []
        let below = parts.dropFirst(hasDevice ? 1 : 0).map(escaped)
        let inside =
            below.isEmpty ? PathStyle.masterDirectory : Array(below.joined(separator: [0x2E]))
        return device + [0x5B] + inside + [0x5D]
    }

    private func escaped(_ part: [UInt8]) -> [UInt8] {
        part.flatMap { $0 == 0x2E ? [0x5E, 0x2E] : [$0] }
    }
}
