import Terminal

extension Model {
    /// Looks for a text in what is loaded, from the top of the screen on.
    mutating func searchInViewer(_ text: String) -> [Effect] {
        guard !text.isEmpty, var state = viewer else { return [] }
        state.searched = text
        state.pattern = state.encoded(text)
        state.match = nil
        viewer = state
        return findInViewer(forward: true)
    }

    /// Goes to the next place, or the one before; round at the ends of what is loaded.
    mutating func findInViewer(forward: Bool) -> [Effect] {
        guard var state = viewer else { return [] }
        guard !state.pattern.isEmpty else { return refuse("Nothing was searched for yet.") }
        let all = state.window.start..<state.window.end
        let found: Int?
        if forward {
            let from = state.match.map { $0 + 1 } ?? state.top
            let place = max(all.lowerBound, min(from, all.upperBound))
            found =
                state.window.find(state.pattern, in: place..<all.upperBound)
                ?? state.window.find(state.pattern, in: all)
        } else {
            let from = state.match.map { $0 + state.pattern.count - 1 } ?? state.top
            let place = max(all.lowerBound, min(from, all.upperBound))
            found =
                state.window.findLast(state.pattern, in: all.lowerBound..<place)
                ?? state.window.findLast(state.pattern, in: all)
        }
        guard let found else {
            let loaded = Format.size(UInt64(clamping: all.count))
            let isWhole = state.window.start == 0 && state.window.reachesEnd
            return refuse(
                isWhole
                    ? "'\(state.searched)' is not in this file."
                    : "'\(state.searched)' is not in the \(loaded) that are loaded.")
        }
        state.match = found
        state.reveal(found, columns: size.width, height: screenBody.height)
        viewer = state
        return readForViewer()
    }

    /// Goes to `50%`, `1.5M`, `0x1F00` or `123456`.
    mutating func goInViewer(to text: String) -> [Effect] {
        guard let state = viewer else { return [] }
        guard let position = ViewerPosition(text) else {
            return refuse("'\(text)' is no place: write 50%, 1.5M, 0x1F00 or a number of bytes.")
        }
        switch position {
        case .percent(let percent):
            guard let size = state.size else {
                return refuse("The file's size is not known, so a percentage leads nowhere.")
            }
            return jumpInViewer(to: Int(Double(size) * percent / 100))
        case .offset(let offset):
            return jumpInViewer(to: min(offset, state.size ?? ViewerState.largestOffset))
        }
    }
}

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

extension ViewerState {
    /// A text in the file's charset; what Latin-1 lacks stays UTF-8, and is then found nowhere.
    fileprivate func encoded(_ text: String) -> [UInt8] {
        guard charset == .latin1 else { return Array(text.utf8) }
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : Array(text.utf8)
    }
}
