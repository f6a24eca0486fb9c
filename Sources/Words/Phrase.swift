/// A text of the program's own as the sources have it: in English, with what is put into it.
///
/// It is written as a string literal, or as several of them joined by `+`. In a catalogue its name is
/// that English text with `{1}`, `{2}` and so on in place of the values, in their order.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
    /// A stretch of it.
    enum Piece: Sendable {
        case literal(String)
        case value(String)
    }

    /// In English there is nothing to look up: it is put together at once.
    enum Content: Sendable {
        case english(String)
        case pieces([Piece])
    }

    let content: Content

    package init(stringLiteral value: String) {
        content = Language.catalogue == nil ? .english(value) : .pieces([.literal(value)])
    }

    package init(stringInterpolation: StringInterpolation) {
        content = stringInterpolation.content
    }

    private init(_ content: Content) {
        self.content = content
    }

    /// One text that goes over several lines of the source.
    package static func + (first: Phrase, second: Phrase) -> Phrase {
        switch (first.content, second.content) {
        case (.english(let first), .english(let second)): Phrase(.english(first + second))
        default: Phrase(.pieces(first.pieces + second.pieces))
        }
    }

    var pieces: [Piece] {
        switch content {
        case .english(let text): [.literal(text)]
        case .pieces(let pieces): pieces
        }
    }

    /// Its name in a catalogue, and its values in their order.
    var entry: (name: String, values: [String]) {
        var name = ""
        var values: [String] = []
        for piece in pieces {
            switch piece {
            case .literal(let text): name += text
            case .value(let value):
                values.append(value)
                name += "{\(values.count)}"
            }
        }
        return (name, values)
    }

    /// Takes the stretches of a literal as the compiler hands them over.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var content: Content

        package init(literalCapacity: Int, interpolationCount: Int) {
            if Language.catalogue == nil {
                var text = ""
                text.reserveCapacity(literalCapacity + 16 * interpolationCount)
                content = .english(text)
            } else {
                content = .pieces([])
            }
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { append(.literal(literal)) }
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.value(value.description))
        }

        package mutating func appendInterpolation<Value>(_ value: Value) {
            append(.value(String(describing: value)))
        }

        private mutating func append(_ piece: Piece) {
            switch (content, piece) {
            case (.english(var text), .literal(let added)), (.english(var text), .value(let added)):
                content = .english("")
                text += added
                content = .english(text)
            case (.pieces(let pieces), _):
                content = .pieces(pieces + [piece])
            }
        }
    }
}
