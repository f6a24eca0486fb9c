import Files

/// How names are made from others: with parts of them, a counter, and one text instead of another.
struct RenamePattern: Hashable, Sendable {
    /// `[N]` is the name without its extension, `[E]` the extension, `[C]` the counter.
    var name = "[N].[E]"
    /// What is replaced in the whole name afterwards; empty for nothing.
    var find = ""
    var replacement = ""
    /// The counter's first number; as many digits as are typed are shown.
    var start = "1"

    /// What a name becomes at a place, from 0; nil where the counter is no number or too large.
    func text(for name: String, isDirectory: Bool, at place: Int) -> String? {
        guard let first = Int(start), first >= 0, start.count <= 9,
            start.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        let number = String(first + place)
        let counter =
            String(repeating: "0", count: max(0, start.count - number.count)) + number
        let dot =
            isDirectory ? nil : name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil }
        let stem = dot.map { String(name[..<$0]) } ?? name
        let ending = dot.map { String(name[name.index(after: $0)...]) } ?? ""
        var pattern = self.name
        // Without an extension there is no dot for it.
        if ending.isEmpty { pattern = pattern.replacing(".[E]", with: "[E]") }
        var text = ""
        var rest = pattern[...]
        while let character = rest.first {
            if rest.hasPrefix("[N]") {
                text += stem
            } else if rest.hasPrefix("[E]") {
                text += ending
            } else if rest.hasPrefix("[C]") {
                text += counter
            } else {
                text.append(character)
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(3)
        }
        return find.isEmpty ? text : text.replacing(find, with: replacement)
    }
}
