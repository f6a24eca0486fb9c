import Words

/// A page of the manual about one subject: `ferry help NAME`, and ferry-NAME(7).
package struct ManualTopic: Sendable {
    /// What users type, in small letters.
    package let name: String
    /// What it is about: a phrase without a full stop.
    package let summary: String
    /// The text, as `ManualText` reads it.
    package let text: String

    init(_ name: String, _ summary: String, _ text: String) {
        self.name = name
        self.summary = translated(summary)
        self.text = text
    }
}
