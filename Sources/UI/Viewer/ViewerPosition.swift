/// A place in a file, as people write it.
enum ViewerPosition: Hashable, Sendable {
    /// 0…100
    case percent(Double)
    case offset(Int)

    init?(_ text: String) {
        let text = text.filter { $0 != " " && $0 != "," }
        if text.hasSuffix("%") {
            guard let number = Double(text.dropLast()), (0...100).contains(number) else {
                return nil
            }
            self = .percent(number)
        } else if text.lowercased().hasPrefix("0x") {
            guard let number = Int(text.dropFirst(2), radix: 16), number >= 0 else { return nil }
            self = .offset(number)
        } else if let number = Int(text), number >= 0 {
            self = .offset(number)
        } else if case .some(.some(let number)) = RateLimit.parse(text) {
            self = .offset(Int(clamping: number))
        } else {
            return nil
        }
    }
}
