package import Files

/// What goes of a directory and of those below it, where somebody has looked at both sides before: nothing
/// else goes, and nothing is replaced that is not as it was then.
package final class PlannedTree: Sendable {
    /// What goes of one directory.
    package struct Level: Sendable {
        /// Files and links that go, and directories that do or that hold something which does.
        package var entries: Directory
        /// What has their names at the target, as it was seen.
        package let replaced: Directory
        /// Of names that are spelled otherwise at the target: how.
        package var spellings: [Name: Name]
        private let table: NameTable

        package init(entries: Directory, replaced: Directory, spellings: [Name: Name] = [:]) {
            self.entries = entries
            self.replaced = replaced
            self.spellings = spellings
            table = NameTable(replaced)
        }

        /// What was seen at the target under a name of its; nil for nothing.
        package func replaced(_ name: Name) -> Entry? {
            table.index(of: name, in: replaced).flatMap { replaced.entry(at: $0) }
        }
    }

    private let levels: [[Name]: Level]
    /// Where files that are replaced are kept: below it by their paths from the top, on the target's site.
    /// Nil where they are not.
    package let aside: Path?
    /// Hears what is about to be done, as far as it can be undone, and returns once that is written down: a
    /// crash loses none of it. What it hears of may not come about. Called on any thread.
    package let willDo: @Sendable ([UndoStep]) -> Void

    /// `levels`: by the names below the source's top, that itself without any.
    package init(
        _ levels: [[Name]: Level], aside: Path? = nil,
        willDo: @escaping @Sendable ([UndoStep]) -> Void = { _ in }
    ) {
        self.levels = levels
        self.aside = aside
        self.willDo = willDo
    }

    /// What goes of the directory of those names; nothing, where nobody has said so.
    package func level(_ names: [Name]) -> Level {
        levels[names] ?? Level(entries: Directory(), replaced: Directory())
    }
}

extension PlannedTree: Hashable {
    /// Whether they are the very same.
    package static func == (left: PlannedTree, right: PlannedTree) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
