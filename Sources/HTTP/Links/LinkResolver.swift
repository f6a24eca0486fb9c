import Files

/// Where links lead, seen from the directory in whose page or reply they stand (RFC 3986 section 5).
/// Names come out as percent-decoded bytes.
struct LinkResolver {
    enum Destination: Equatable {
        /// Right below the directory; its name is given apart, and may be none that is allowed.
        case child(isDirectory: Bool)
        case itself
        /// The directory's parent, or one farther up.
        case above
        case elsewhere
        /// A fragment, a query or an empty link: no file.
        case nothing
    }

    /// Whose rules the links follow.
    enum Form {
        /// HTML: `?` and `#` have their meanings, hosts are compared.
        case page
        /// WebDAV: a proxy may have another host than the server thinks, and what was left without
        /// its percent signs is part of the name.
        case multistatus
    }

    /// Bytes of a link, and components of its path, that are looked at.
    private static let longest = 32 << 10
    private static let deepest = 256

    private(set) var directory: [[UInt8]]
    private let form: Form
    private let origin: WebOrigin
    private let isSecure: Bool
    /// What links without a slash at their start begin at; nil on another host.
    private var base: [[UInt8]]?
    private var isBaseDirectory = true
    /// The start of the last link that led right below the directory in a roundabout way.
    private var knownStart: [UInt8] = []

    /// The URL that the server was asked last, after all redirects. Nil where it is no HTTP URL.
    init?(url: String, form: Form) {
        let bytes = Array(url.utf8)
        guard
            let parts = bytes.withUnsafeBytes({ bytes in
                LinkResolver.split(bytes).map { parts in
                    (Array(bytes[parts.authority]), Array(bytes[parts.path]), parts.isSecure)
                }
            })
        else { return nil }
        self.form = form
        isSecure = parts.2
        origin = WebOrigin(parts.0, isSecure: parts.2)
        directory = []
        directory = parts.1.withUnsafeBytes { path in
            var components: [[UInt8]] = []
            let pathEnd = path.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? path.count
            let folderEnd = path[..<pathEnd].lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
            _ = follow(UnsafeRawBufferPointer(rebasing: path[..<folderEnd]), into: &components)
            return components
        }
        base = directory
    }

    /// A collection of WebDAV, whose hosts are not compared.
    init(directory path: Path) {
        form = .multistatus
        origin = WebOrigin([], isSecure: false)
        isSecure = false
        directory = path.components.map(\.bytes)
        base = directory
    }

    /// Takes `components` for the directory, where a server knows it under another path.
    mutating func move(to components: [[UInt8]]) {
        directory = components
        base = components
        knownStart = []
    }

    /// Obeys `<base href>`.
    mutating func setBase(_ link: UnsafeRawBufferPointer) {
        let link = trimmed(link)
        knownStart = []
        var path = link
        var components = base ?? directory
        if let parts = LinkResolver.split(link) {
            guard isOurs(link, parts) else {
                base = nil
                isBaseDirectory = false
                return
            }
            path = UnsafeRawBufferPointer(rebasing: link[parts.path])
            components = []
        } else if link.first == 0x2F {
            components = []
        }
        let pathEnd = path.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? path.count
        let folderEnd = path[..<pathEnd].lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
        guard follow(UnsafeRawBufferPointer(rebasing: path[..<folderEnd]), into: &components) != nil
        else { return }
        base = components
        isBaseDirectory = components == directory
    }

    /// Where `link` leads; `name` is set where that is a child. `link` has no character references.
    mutating func resolve(_ link: UnsafeRawBufferPointer, name: inout [UInt8]) -> Destination {
        var link = trimmed(link)
        guard link.count <= LinkResolver.longest else { return .elsewhere }
        if form == .page {
            if let end = link.firstIndex(where: { $0 == 0x23 || $0 == 0x3F }) {
                if link[end] == 0x3F { return .nothing }
                link = UnsafeRawBufferPointer(rebasing: link[..<end])
            }
        }
        guard let first = link.first else { return .nothing }
        if first != 0x2F, isBaseDirectory, let found = plainName(link, from: 0, name: &name) {
            return found
        }
        if !knownStart.isEmpty, link.count > knownStart.count,
            link.prefix(knownStart.count).elementsEqual(knownStart),
            let found = plainName(link, from: knownStart.count, name: &name)
        {
            return found
        }
        return resolveFully(link, name: &name)
    }

    /// The link's components; nil where it leads to another host or is no path.
    func components(of link: UnsafeRawBufferPointer) -> [[UInt8]]? {
        let link = trimmed(link)
        guard link.count <= LinkResolver.longest else { return nil }
        return resolved(link)?.components
    }

    private mutating func resolveFully(
        _ link: UnsafeRawBufferPointer, name: inout [UInt8]
    ) -> Destination {
        guard let (components, isDirectory) = resolved(link) else { return .elsewhere }
        if components.count > directory.count {
            guard components.count == directory.count + 1, components.starts(with: directory),
                let last = components.last
            else { return .elsewhere }
            name = last
            rememberStart(of: link, before: last)
            return .child(isDirectory: isDirectory)
        }
        guard directory.starts(with: components) else { return .elsewhere }
        return components.count == directory.count ? .itself : .above
    }

    private func resolved(
        _ link: UnsafeRawBufferPointer
    ) -> (components: [[UInt8]], isDirectory: Bool)? {
        var path = link
        var components: [[UInt8]] = []
        if let parts = LinkResolver.split(link) {
            guard isOurs(link, parts) else { return nil }
            path = UnsafeRawBufferPointer(rebasing: link[parts.path])
        } else if LinkResolver.hasScheme(link) {
            return nil
        } else if link.first != 0x2F {
            guard let base else { return nil }
            components = base
        }
        guard let isDirectory = follow(path, into: &components) else { return nil }
        return (components, isDirectory)
    }

    /// What the link starts with before the last component, which the next link may share.
    private mutating func rememberStart(
        of link: UnsafeRawBufferPointer, before name: [UInt8]
    ) {
        let path = link.last == 0x2F ? link.dropLast() : link[...]
        guard let slash = path.lastIndex(of: 0x2F) else { return }
        // Only what is sure to mean the same with another name behind it.
        var last: [UInt8] = []
        let end = UnsafeRawBufferPointer(rebasing: link[(slash + 1)...])
        guard plainName(end, from: 0, name: &last) != nil, last == name else { return }
        knownStart = Array(link[...slash])
    }

    /// Reads what is nothing but a name, perhaps with a slash after it; nil where it is more.
    private func plainName(
        _ link: UnsafeRawBufferPointer, from start: Int, name: inout [UInt8]
    ) -> Destination? {
        name.removeAll(keepingCapacity: true)
        var place = start
        while place < link.count {
            let byte = link[place]
            switch byte {
            case 0x25:
                let (decoded, length) = LinkResolver.percentDecoded(link, at: place)
                name.append(decoded)
                place += length
                continue
            case 0x2F, 0x5C:
                guard place == link.count - 1, place > start else { return nil }
                return isDots(name) ? nil : .child(isDirectory: true)
            case 0x3A where start == 0:
                // It may end a scheme, as in mailto:.
                return nil
            case 0x09, 0x0A, 0x0D:
                break
            default:
                name.append(byte)
            }
            place += 1
        }
        return isDots(name) || name.isEmpty ? nil : .child(isDirectory: false)
    }

    private func isDots(_ name: [UInt8]) -> Bool { name == [0x2E] || name == [0x2E, 0x2E] }

    /// Appends the path's components; whether it ends as a directory's does, nil where it is too
    /// deep.
    private func follow(
        _ path: UnsafeRawBufferPointer, into components: inout [[UInt8]]
    ) -> Bool? {
        var component: [UInt8] = []
        var place = 0
        var isDirectory = true
        while place <= path.count {
            let byte = place < path.count ? path[place] : 0x2F
            if byte == 0x2F || byte == 0x5C {
                if component == [0x2E, 0x2E] {
                    _ = components.popLast()
                    isDirectory = true
                } else if component == [0x2E] || component.isEmpty {
                    isDirectory = true
                } else {
                    guard components.count < LinkResolver.deepest else { return nil }
                    components.append(component)
                    isDirectory = place < path.count
                }
                component.removeAll(keepingCapacity: true)
            } else if byte == 0x25 {
                let (decoded, length) = LinkResolver.percentDecoded(path, at: place)
                component.append(decoded)
                place += length
                continue
            } else if byte != 0x09, byte != 0x0A, byte != 0x0D {
                component.append(byte)
            }
            place += 1
        }
        return isDirectory
    }

    /// The byte at `place`, and how many bytes it is written with; a lone percent sign is itself.
    private static func percentDecoded(
        _ bytes: UnsafeRawBufferPointer, at place: Int
    ) -> (UInt8, Int) {
        let byte = PercentCoding.decodedByte(bytes[(place + 1)...].prefix(2))
        return byte.map { ($0, 3) } ?? (0x25, 1)
    }

    private func trimmed(_ link: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var range = 0..<link.count
        while let first = range.first, link[first] <= 0x20 { range = range.dropFirst() }
        while let last = range.last, link[last] <= 0x20 { range = range.dropLast() }
        return UnsafeRawBufferPointer(rebasing: link[range])
    }

    private struct Parts {
        var authority: Range<Int>
        var path: Range<Int>
        var isSecure: Bool
        var hasScheme: Bool
    }

    private func isOurs(_ link: UnsafeRawBufferPointer, _ parts: Parts) -> Bool {
        if form == .multistatus { return true }
        let isLinkSecure = parts.hasScheme ? parts.isSecure : isSecure
        return WebOrigin(link[parts.authority], isSecure: isLinkSecure) == origin
    }

    /// `http://host/path` or `//host/path`; nil of anything else.
    private static func split(_ link: UnsafeRawBufferPointer) -> Parts? {
        var start = 0
        var isSecure = false
        for (scheme, secure) in [
            ("http:", false), ("https:", true), ("dav:", false), ("davs:", true),
        ] as [(StaticString, Bool)] where link.startsIgnoringCase(with: scheme) {
            start = scheme.utf8CodeUnitCount
            isSecure = secure
            break
        }
        guard start + 1 < link.count, link[start] == 0x2F, link[start + 1] == 0x2F else {
            return nil
        }
        let authorityStart = start + 2
        let end =
            link[authorityStart...].firstIndex {
                $0 == 0x2F || $0 == 0x5C || $0 == 0x3F || $0 == 0x23
            } ?? link.count
        return Parts(
            authority: authorityStart..<end, path: end..<link.count, isSecure: isSecure,
            hasScheme: start > 0)
    }

    private static func hasScheme(_ link: UnsafeRawBufferPointer) -> Bool {
        for (index, byte) in link.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: continue
            case 0x30...0x39, 0x2B, 0x2D, 0x2E: if index == 0 { return false }
            case 0x3A: return index > 0
            default: return false
            }
        }
        return false
    }
}
