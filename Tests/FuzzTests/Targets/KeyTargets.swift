@testable import Terminal

extension FuzzTarget {
    /// What the terminal sends, and how keys are written.
    static let keyTargets = [
        FuzzTarget("keys") { bytes, cut in
            let readings = pieces(of: bytes, cut: cut).map { pieces in
                var decoder = KeyDecoder(
                    special: SpecialKeys([Array("\u{1B}[7~".utf8): Key(.home)]))
                var events = pieces.flatMap { decoder.feed($0, at: 1) }
                events += decoder.flush(at: 100)
                return (events: events, isResting: decoder.deadline == nil)
            }
            for reading in readings {
                try hold(reading.isResting, "something is held back for ever")
                try hold(
                    reading.events == readings[0].events,
                    "pieces are read otherwise than the whole")
            }
            try hold(readings[0].events.count <= 2 * bytes.count, "more events than bytes")
            for event in readings[0].events { try holdEvent(event) }
        },
        FuzzTarget("bindings") { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let sequence = KeySequence(parsing: text) else { return }
            try hold((1...KeySequence.limit).contains(sequence.keys.count), "too many keys")
            for key in sequence.keys { try holdKey(key) }
            try hold(
                KeySequence(parsing: sequence.name) == sequence,
                "'\(sequence.name)' are other keys")
        },
    ]

    private static func holdEvent(_ event: Event) throws {
        switch event {
        case .key(let key):
            try holdKey(key)
        case .paste(let text):
            for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
                try hold(
                    scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value),
                    "a paste holds a control")
            }
        case .mouse(_, let point, _, _):
            try hold(point.x >= 0 && point.y >= 0, "the mouse is outside of the screen")
        case .background:
            break
        case .resize:
            throw Broken(description: "bytes resize the screen")
        }
    }

    private static func holdKey(_ key: Key) throws {
        try hold(key.normalized == key, "\(key) has another form")
        switch key.code {
        case .character(let character):
            for scalar in character.unicodeScalars {
                try hold(
                    scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value),
                    "a control is a key")
            }
        case .function(let number):
            try hold((1...12).contains(number), "there is no F\(number)")
        default:
            break
        }
    }
}
