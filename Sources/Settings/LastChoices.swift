/// What the user chose last in dialogs, for the next time: a file of Ferry's own in the state
/// directory.
package struct LastChoices: Hashable, Sendable {
    /// Whether what links lead to is copied, rather than the links.
    package var followsLinks = false
    /// Whether copies get the permissions of their sources.
    package var keepsModes = true

    package init() {}

    /// A file that is not there, or that cannot be understood, has none: nothing in it is the
    /// user's own work.
    package static func load(_ path: String) -> LastChoices {
        var choices = LastChoices()
        guard let text = try? TextFile.read(path),
            let section = try? SettingsDocument(text, file: path).section
        else { return choices }
        choices.followsLinks = (try? section.boolean("follow_links")) ?? false
        choices.keepsModes = (try? section.boolean("keep_permissions")) ?? true
        return choices
    }

    package func save(to path: String) throws(SettingsError) {
        try TextFile.write(
            "follow_links = \(followsLinks)\nkeep_permissions = \(keepsModes)\n", to: path)
    }
}
