import Files
import Words

/// What an archive does not hold, or holds otherwise than it was: told by a text at its end, because
/// whoever unpacks it sees no log.
struct ArchiveNotes {
    /// Lines that are kept; more are counted.
    private static let limit = 1_000

    private var lines: [String] = []
    private var more = 0

    /// What happened to something that is in the archive: a sentence.
    mutating func add(_ path: [UInt8], _ sentence: String) {
        add(path) { "\($0): \(sentence)" }
    }

    /// Something that is not in it.
    mutating func add(_ path: [UInt8], skipped reason: FolderWalk.Reason) {
        add(path, reason.note)
    }

    /// `line` makes the whole line, of the name as it is shown.
    private mutating func add(_ path: [UInt8], _ line: (String) -> String) {
        guard lines.count < ArchiveNotes.limit else {
            more += 1
            return
        }
        lines.append(line(VisibleText.make(path, limit: 4_096)))
    }

    /// The text's name within the top folder.
    static let name = Array("About this archive.txt".utf8)

    /// Nil where there is nothing to tell.
    var text: [UInt8]? {
        if lines.isEmpty { return nil }
        var text =
            tr(
                "Some files of this directory are missing from this archive, or changed while "
                    + "it was made.") + "\n\n"
        for line in lines { text += line + "\n" }
        if more > 0 { text += tr("... and \(more) more.") + "\n" }
        return Array(text.utf8)
    }
}
