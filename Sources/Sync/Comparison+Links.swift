import Files

// Links, which from machine to machine are written in another way.
extension Comparison {
    /// Whether one link is what a copy of the other is: from machine to machine it may be written in
    /// another way.
    func isCopy(_ one: [UInt8], _ other: [UInt8], _ names: Pair<[Name]>) -> Bool {
        guard let tops = rules.tops, tops.first.site != tops.second.site else { return false }
        func copy(_ text: [UInt8], from side: ComparedSide) -> [UInt8]? {
            LinkText.carried(
                text, of: Path(components: tops[side].path.components + names[side]),
                depth: names[side].count - 1, from: tops[side].site, to: tops[side.other].site)
        }
        guard let copied = copy(one, from: .first) else { return false }
        // Servers that shut users in tell of a link where it leads from their root.
        return copied == other || copied == copy(other, from: .second)
    }
}
