/// What the user chose last in dialogs, for the next time: a file of Ferry's own in the state
/// directory.
package struct LastChoices: Hashable, Sendable {
    /// Whether what links lead to is copied, rather than the links.
    package var followsLinks = false

    package init() {}

    /// A file that is not there, or that cannot be understood, has none: nothing in it is the
    /// user's own work.
    package static func load(_ path: String) -> LastChoices {
        var choices = LastChoices()
        guard let text = try? TextFile.read(path),
            let section = try? SettingsDocument(text, file: path).section
        else { return choices }
        choices.followsLinks = (try? section.boolean("follow_links")) ?? false
        return choices
    }

    package func save(to path: String) throws(SettingsError) {
        try TextFile.write("follow_links = \(followsLinks)\n", to: path)
    }
}
