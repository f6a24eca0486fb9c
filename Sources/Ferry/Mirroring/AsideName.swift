import Engine
import Files
import Words

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
                tr(
                    "--backup takes the path of a directory inside the target, not "
                        + "'\(VisibleText.make(text))'."))
        }
        names = path.components
    }

    /// The directory of this moment below it, of which no other run has the name.
    var dated: [Name] {
        names + [DatedName.name(at: Int64(WallClock.now()))].compactMap(\.self)
    }
}
