import Words

// A change of what stands in a file, which undoes nothing that others write at the same time.
extension TextFile {
    /// How often a file is read anew that another program has written meanwhile.
    private static let tries = 5

    /// Reads the file (nil where there is none), and writes what `change` makes of it; nothing where
    /// that is the same. A file that is another one by then is read and changed anew.
    static func change(
        _ path: String, limit: Int = TextFile.limit,
        _ change: (String?) throws(SettingsError) -> String
    ) throws(SettingsError) {
        // The lock is of the directory.
        makeDirectories(above: path)
        try ChangeLock.hold(path) { () throws(SettingsError) in
            for _ in 0..<tries {
                let text = try read(path, limit: limit)
                let changed = try change(text)
                // By bytes: to Swift texts are the same that differ in how a letter is composed.
                guard !isSame(changed, text ?? "") else { return }
                guard changed.utf8.count <= limit else {
                    throw SettingsError(
                        file: path,
                        tr("The file would be larger than \(limit >> 20) MiB; nothing was changed.")
                    )
                }
                // Other programs hold no lock.
                guard isSame(try read(path, limit: limit), text) else { continue }
                return try write(changed, to: path)
            }
            throw SettingsError(
                file: path, tr("Another program keeps changing the file; try again later."))
        }
    }

    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.utf8.elementsEqual(other.utf8)
    }
}
