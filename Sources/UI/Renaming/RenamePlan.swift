import Files
import Words

/// What many names of a directory are to become, checked before anything is done.
struct RenamePlan: Sendable {
    /// As many are renamed together.
    static let limit = 10_000

    let location: Location
    /// Those that change, in the order shown.
    let renamings: [Renaming]
    /// Why it cannot be done; a sentence each. Nothing is done while there is one.
    let conflicts: [String]

    /// `names` and what they become, in the order shown; `directory` is what the pane shows.
    init(
        _ names: [(old: Name, new: String)], in location: Location, of directory: Directory
    ) {
        let site = location.site
        var renamings: [Renaming] = []
        var conflicts: [String] = []
        var results: [Name: Name] = [:]
        let leaving = Set(names.map(\.old))
        let present = NameTable(directory)
        for (old, text) in names {
            let shown = old.text(on: site)
            let new: Name
            switch Change.name(text, on: site) {
            case .success(let name): new = name
            case .failure:
                conflicts.append(
                    tr(
                        "'\(shown)' cannot become '\(VisibleText.make(text))': a name cannot be "
                            + "empty, '.' or '..', or contain '/'."))
                continue
            }
            if let other = results[new] {
                conflicts.append(
                    tr(
                        "'\(other.text(on: site))' and '\(shown)' would both become "
                            + "'\(new.text(on: site))'."))
            } else if new != old, !leaving.contains(new),
                present.index(of: new, in: directory) != nil
            {
                conflicts.append(
                    tr("'\(shown)' cannot become '\(new.text(on: site))', which already exists."))
            }
            results[new] = old
            if new != old { renamings.append(Renaming(from: old, to: new)) }
        }
        self.location = location
        self.renamings = renamings
        self.conflicts = conflicts
    }
}

/// Names as lines of a text that is edited.
struct RenameText: Sendable {
    /// Those that are lines of the text, in this order.
    let names: [Name]
    /// How many are left out: no line can say what they are.
    let leftOut: Int
    let text: String

    init(_ entries: [Entry], on site: Site) {
        var names: [Name] = []
        var lines = ""
        for entry in entries {
            let text = entry.name.editableText(on: site)
            let isPlain = !text.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
            }
            guard isPlain, (try? Name.typed(text, on: site)) == entry.name else { continue }
            names.append(entry.name)
            lines += text + "\n"
        }
        self.names = names
        leftOut = entries.count - names.count
        text = lines
    }

    /// The names with what their lines have become; a sentence where the text does not fit them.
    func names(after edited: String) -> Result<[(old: Name, new: String)], RenameRefusal> {
        // By bytes: a character of its own is what some editors end lines with.
        var lines = edited.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == names.count else {
            return .failure(
                RenameRefusal(
                    tr(
                        "The text has \(Format.count(lines.count, "line")) for "
                            + "\(Format.count(names.count, "name")); nothing was renamed.")))
        }
        if let empty = lines.firstIndex(of: "") {
            return .failure(
                RenameRefusal(tr("Line \(empty + 1) is empty; nothing was renamed.")))
        }
        return .success(names.indices.map { (old: names[$0], new: lines[$0]) })
    }
}

/// Why names cannot be changed: a sentence.
struct RenameRefusal: Error, Hashable, Sendable {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
