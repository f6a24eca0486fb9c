import Disk
import Files
import UI
import Words

/// The log as a text file, for a report or a closer look.
enum LogFile {
    /// Never over an existing file; the sentence for the status bar comes back.
    static func write(_ exchanges: [Exchange], to path: Path) -> Message {
        var text = ""
        for exchange in exchanges {
            text += exchange.line(localOffset: WallClock.localOffset) + "\n"
        }
        do throws(DiskError) {
            try WholeFile.make(Array(text.utf8), at: path, mode: 0o600)
        } catch {
            return .notice(
                tr("The log could not be saved to \(path.text) (\(error.words))."), isError: true)
        }
        let lines = Plural.count(exchanges.count, "line")
        return .notice(tr("Saved \(lines) of the log to \(path.text)."), isError: false)
    }
}
