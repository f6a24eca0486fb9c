package import Terminal

extension Model {
    /// The screen as it should be now.
    package func view() -> Frame {
        Frame(size: size)
    }
}
