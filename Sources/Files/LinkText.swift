/// What a link says it leads to, where it is copied from one machine to another. There it means
/// something as long as it stays inside what is copied; and a server's is a stranger's word, by
/// which nothing here may come to lead elsewhere.
package enum LinkText {
    /// PATH_MAX without the NUL.
    static let limit = 4_095

    /// The text for the other side, each name in the bytes that it has there. Nil where it leads, or
    /// could lead, out of the directory that is copied as a whole; `depth` is how many directories
    /// lie between that one and the link.
    ///
    /// `..` may stand in front only. Behind another name, which may be a link itself, it would lead
    /// somewhere else than its words say.
    ///
    /// Servers that shut users in say of every link where it leads from their root: `link`, the path
    /// of a server's link, makes of that what it says from its own place.
    package static func carried(
        _ text: [UInt8], of link: Path? = nil, depth: Int, from source: Site, to target: Site
    ) -> [UInt8]? {
        var text = text
        if let link, !source.isLocal, text.first == 0x2F, text.count <= limit {
            guard let inside = relative(text, to: link, depth: depth) else { return nil }
            text = inside
        }
        guard !text.isEmpty, text.count <= limit, text[0] != 0x2F, !text.contains(0) else {
            return nil
        }
        var parts: [[UInt8]] = []
        var climbed = 0
        for part in text.split(separator: 0x2F) {
            if part.elementsEqual([0x2E]) { continue }
            if part.elementsEqual([0x2E, 0x2E]) {
                climbed += 1
                guard climbed == parts.count + 1, climbed <= depth else { return nil }
                parts.append(Array(part))
            } else {
                guard let name = Name(part) else { return nil }
                parts.append(name.carried(from: source, to: target).bytes)
            }
        }
        let carried = parts.isEmpty ? [0x2E] : Array(parts.joined(separator: [0x2F]))
        return carried.count <= limit ? carried : nil
    }

    /// A path from the root as the link at `link` would say it from its own directory; nil where it
    /// leads out of the directory that is copied, or its words do not say where.
    private static func relative(_ text: [UInt8], to link: Path, depth: Int) -> [UInt8]? {
        var names: [Name] = []
        for part in text.split(separator: 0x2F) {
            guard let name = Name(part) else { return nil }
            names.append(name)
        }
        let parent = link.parent.components
        let common = zip(parent, names).prefix { $0 == $1 }.count
        let climbed = parent.count - common
        guard climbed <= depth else { return nil }
        let up = Array(repeating: [0x2E, 0x2E] as [UInt8], count: climbed)
        let parts = up + names[common...].map(\.bytes)
        return parts.isEmpty ? [0x2E] : Array(parts.joined(separator: [0x2F]))
    }
}
