import Engine
import Files

/// Where `--backup` keeps things, below the target.
struct AsideName {
    let names: [Name]

    /// Throws wrong usage for what is no path below it.
    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        let path = Path(bytes)
        let words = bytes.split(separator: 0x2F)
        guard bytes.first != 0x2F, !path.isRoot, !words.contains([0x2E, 0x2E]) else {
            throw Failure.usage(
                "--backup takes the path of a directory inside the target, not "
                    + "'\(VisibleText.make(text))'.")
        }
        names = path.components
    }

    /// The directory of this moment below it, of which no other run has the name:
    /// `2026-11-27T08-00-00Z-k3v9`.
    var dated: [Name] {
        let text = ISOTime.text(seconds: Int64(WallClock.now())).replacing(":", with: "-")
        let word = PartID.newToken().prefix(4)
        return names + [Name("\(text)-\(word)")].compactMap { $0 }
    }
}
