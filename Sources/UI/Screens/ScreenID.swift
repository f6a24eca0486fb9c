/// Names a full screen; each defines its own beside it.
package struct ScreenID: Hashable, Sendable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }
}
