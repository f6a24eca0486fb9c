/// A piece of a page of the manual.
package enum ManualBlock: Hashable, Sendable {
    case heading(String)
    case paragraph([ManualSpan])
    case list([[ManualSpan]])
    /// Terms, each with what it means.
    case definitions([Definition])
    /// Lines as they are: what to type, or a sample.
    case verbatim([String])

    /// A term and what it means.
    package struct Definition: Hashable, Sendable {
        package let term: [ManualSpan]
        package let meaning: [ManualSpan]

        package init(term: [ManualSpan], meaning: [ManualSpan]) {
            self.term = term
            self.meaning = meaning
        }
    }
}
