/// Words as a sentence: `2 transfers failed.`
package func withFullStop(_ words: String) -> String {
    tr("\(words).")
}

/// Words or phrases one after another: `2 transfers failed, 1 transfer waiting for an answer`.
package func listed(_ items: [String]) -> String {
    items.joined(separator: tr(", ", meaning: "between the items of a list"))
}

/// A name in the quotes of the user's language.
package func quoted(_ name: String) -> String {
    tr("'\(name)'")
}
