import Words

/// What was to be done with a file or directory and failed, for a whole sentence about it.
package enum Attempt: Hashable, Sendable {
    case read
    case readFrom(UInt64)
    case list
    case open
    /// Its size, time and kind were asked for.
    case examine
    /// A name, or a home directory, was to be made a path.
    case find
    case measureSpace
    case write
    case resume
    case truncate
    case sync
    /// A temporary file was to get the file's name.
    case name
    case create
    case delete
    case trash
    /// From the trash.
    case restore
    /// A temporary or partial file was to be deleted.
    case discard
    case rename
    /// Shown as text: a target may be on a site with another charset.
    case renameTo(String)
    case copy
    case setTime
    case setPermissions
    case reach

    /// The sentence that says so of `name`; `words`, the system's own, stand behind it in brackets.
    package func failure(_ name: String, _ words: String? = nil) -> String {
        let words = words.map { " (\($0))" } ?? ""
        return switch self {
        case .read: tr("\(name) could not be read\(words).")
        case .readFrom(let offset): tr("\(name) could not be read from byte \(offset)\(words).")
        case .list: tr("\(name) could not be listed\(words).")
        case .open: tr("\(name) could not be opened\(words).")
        case .examine: tr("\(name) could not be accessed\(words).")
        case .find: tr("\(name) could not be found\(words).")
        case .measureSpace: tr("The free space of \(name) could not be determined\(words).")
        case .write: tr("\(name) could not be written\(words).")
        case .resume: tr("\(name) could not be resumed\(words).")
        case .truncate: tr("\(name) could not be truncated\(words).")
        case .sync: tr("\(name) could not be synced to disk\(words).")
        case .name: tr("The temporary file of \(name) could not be renamed\(words).")
        case .create: tr("\(name) could not be created\(words).")
        case .delete: tr("\(name) could not be deleted\(words).")
        case .trash: tr("\(name) could not be moved to the trash\(words).")
        case .restore: tr("\(name) could not be restored from the trash\(words).")
        case .discard: tr("The temporary file of \(name) could not be deleted\(words).")
        case .rename: tr("\(name) could not be renamed\(words).")
        case .renameTo(let target):
            tr("\(name) could not be renamed to \(target)\(words).")
        case .copy: tr("\(name) could not be copied\(words).")
        case .setTime: tr("The modification time of \(name) could not be set\(words).")
        case .setPermissions: tr("The permissions of \(name) could not be set\(words).")
        case .reach: tr("\(name) could not be reached\(words).")
        }
    }
}
