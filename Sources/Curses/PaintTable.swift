import CNcurses
import Settings
import Terminal

/// A theme's roles as what ncurses draws with; colour pairs are taken as they are needed.
struct PaintTable {
    struct Paint {
        var attributes: UInt32
        var pair: Int32
    }

    private struct Colours: Equatable {
        var foreground: Int32
        var background: Int32
    }

    private let theme: Theme
    private let depth: ColourDepth
    private var paints = RoleTable<Paint>()
    /// In the order in which they were taken; a theme has a few dozen.
    private var pairs: [Colours] = []
    private var last: (role: Role, paint: Paint)?

    init(theme: Theme, depth: ColourDepth) {
        self.theme = theme
        self.depth = depth
    }

    subscript(role: Role) -> Paint {
        mutating get {
            // Neighbours mostly have the same role.
            if let last, last.role == role { return last.paint }
            let paint = paints[role] ?? make(role)
            paints[role] = paint
            last = (role, paint)
            return paint
        }
    }

    private mutating func make(_ role: Role) -> Paint {
        let rendition = Rendition(theme.style(of: role), role: role, depth: depth)
        var attributes: UInt32 = 0
        if rendition.attributes.contains(.bold) { attributes |= UInt32(FERRY_BOLD.rawValue) }
        if rendition.attributes.contains(.underline) {
            attributes |= UInt32(FERRY_UNDERLINE.rawValue)
        }
        if rendition.attributes.contains(.reverse) { attributes |= UInt32(FERRY_REVERSE.rawValue) }
        if rendition.attributes.contains(.dim) { attributes |= UInt32(FERRY_DIM.rawValue) }
        let colours = Colours(
            foreground: rendition.foreground, background: rendition.background)
        return Paint(attributes: attributes, pair: pair(colours))
    }

    private mutating func pair(_ colours: Colours) -> Int32 {
        if depth == .monochrome { return 0 }
        // Pair 0 is the terminal's own.
        if let known = pairs.firstIndex(of: colours) { return Int32(known + 1) }
        let number = Int32(pairs.count + 1)
        guard number < ferry_pair_count(),
            init_extended_pair(number, colours.foreground, colours.background) == OK
        else { return 0 }
        pairs.append(colours)
        return number
    }
}
