/// What comes in from the terminal.
package enum Event: Hashable, Sendable {
    package enum MouseButton: Hashable, Sendable {
        case left, middle, right, wheelUp, wheelDown
    }

    case key(Key)
    /// Bracketed paste: one event, whatever is in it; its only controls are tabs and line feeds.
    case paste(String)
    case mouse(MouseButton, Point, isPress: Bool, modifiers: Key.Modifiers)
    case resize(Size)
    /// What the terminal tells of its background, once it was asked.
    case background(BackgroundShade)
}
