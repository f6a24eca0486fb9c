/// How a server misbehaves: a set of faults, each for ever or for a number of times. Behaviours
/// add up: `[.once(.silent(at: "RETR")), .always(.bytewise)] + other`.
package struct Behaviour: Sendable, ExpressibleByArrayLiteral {
    /// A fault and how often it happens.
    package struct Occurrence: Sendable {
        let fault: Fault
        /// Nil is for ever.
        let limit: Int?

        package static func always(_ fault: Fault) -> Occurrence {
            Occurrence(fault: fault, limit: nil)
        }

        package static func once(_ fault: Fault) -> Occurrence {
            Occurrence(fault: fault, limit: 1)
        }

        package static func times(_ count: Int, _ fault: Fault) -> Occurrence {
            Occurrence(fault: fault, limit: count)
        }
    }

    let occurrences: [Occurrence]

    package init(_ occurrences: [Occurrence]) {
        self.occurrences = occurrences
    }

    package init(arrayLiteral elements: Occurrence...) {
        self.init(elements)
    }

    /// Both; where two faults answer the same moment, the left one does.
    package static func + (left: Behaviour, right: Behaviour) -> Behaviour {
        Behaviour(left.occurrences + right.occurrences)
    }
}
