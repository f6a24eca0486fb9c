/// A password, or another text that must reach no log, no file and no screen: it describes
/// itself as bullets, and is not Codable.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The secret itself, for the one place that sends it.
    package func reveal() -> String { text }

    /// A hash may be seen where the secret may not: it tells nothing of it.
    package func hash(into hasher: inout Hasher) {}

    package var description: String { "•••" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
