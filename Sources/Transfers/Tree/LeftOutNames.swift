import Files
import Words

/// Some names of a directory, for a sentence.
struct LeftOutNames {
    private static let limit = 20

    private(set) var count = 0
    private var names: [String] = []

    mutating func add(_ listing: Directory, at index: Int) {
        count += 1
        guard names.count < LeftOutNames.limit, let name = listing.entry(at: index)?.name else {
            return
        }
        names.append(name.text)
    }

    var text: String {
        let list = names.sorted().joined(separator: ", ")
        let others = count - names.count
        guard others > 0 else { return list }
        return tr(others, one: "\(list) and \(others) more", other: "\(list) and \(others) more")
    }
}
