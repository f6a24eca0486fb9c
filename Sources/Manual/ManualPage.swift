/// A page of the manual.
package struct ManualPage: Sendable {
    /// Where manuals have such pages.
    package enum Section: Int, Sendable, Comparable {
        case commands = 1
        case files = 5
        case subjects = 7

        package static func < (one: Section, other: Section) -> Bool {
            one.rawValue < other.rawValue
        }
    }

    /// As `man` finds it: `ferry`, `ferry-get`.
    package let name: String
    package let section: Section
    /// What it is about: a phrase without a full stop.
    package let summary: String
    /// The ways to call the command; none for what is no command.
    package let usage: [String]
    /// The text, in the order in which it is read.
    package let blocks: [ManualBlock]
    /// Other pages of interest.
    package let related: [Reference]

    /// A page that another one names.
    package struct Reference: Hashable, Sendable {
        package let name: String
        package let section: Section

        package init(_ name: String, _ section: Section) {
            self.name = name
            self.section = section
        }
    }

    package init(
        _ name: String, _ section: Section, _ summary: String, usage: [String] = [],
        blocks: [ManualBlock], related: [Reference] = []
    ) {
        self.name = name
        self.section = section
        self.summary = summary
        self.usage = usage
        self.blocks = blocks
        self.related = related
    }

    /// The file it is installed as.
    package var fileName: String { "\(name).\(section.rawValue)" }
}
