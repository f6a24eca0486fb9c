/// What was done from the palette last, newest first, or which hints were followed: a file of Ferry's own in the
/// state directory, one a line.
package enum UsedItems {
    /// As many are kept.
    package static let limit = 50

    /// A file that is not there, or that cannot be read, has none: nothing in it is the user's own work.
    package static func load(_ path: String) -> [String] {
        guard let text = try? TextFile.read(path) else { return [] }
        return text.split(separator: "\n").prefix(limit).map { String($0.prefix(500)) }
    }

    /// Keeps these. Throws where the file cannot be written.
    package static func save(_ items: [String], to path: String) throws(SettingsError) {
        let lines = items.prefix(limit).map { $0.filter { !$0.isNewline }.prefix(500) + "\n" }
        try TextFile.write(lines.joined(), to: path)
    }
}
