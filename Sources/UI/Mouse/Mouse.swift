import Files
import Terminal

/// A press, a release or a turn of the wheel at a cell.
struct Mouse: Hashable, Sendable {
    var button: Event.MouseButton
    var point: Point
    var isPress: Bool
    var modifiers: Key.Modifiers
    /// The second press at the same cell within half a second.
    var isDouble = false
}

/// Knows a second press at the same cell.
struct MousePresses: Sendable {
    private var last: (point: Point, at: Instant)?

    /// Says in `mouse` whether it is the second press.
    mutating func note(_ mouse: inout Mouse, at instant: Instant) {
        guard mouse.isPress, mouse.button == .left else { return }
        mouse.isDouble =
            last.map { $0.point == mouse.point && instant.seconds(since: $0.at) < 0.5 } ?? false
        last = mouse.isDouble ? nil : (mouse.point, instant)
    }
}
