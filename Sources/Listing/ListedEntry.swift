import Files

/// What a line says; texts are ranges of the line, empty where there is none.
struct ListedEntry {
    var name = 0..<0
    var kind = Entry.Kind.file
    var size: UInt64?
    var modified: Timestamp?
    /// Where set, `modified` has only its precision, and the whole listing tells the rest.
    var numberedDay: NumberedDay?
    var mode: UInt16?
    var owner = 0..<0
    var group = 0..<0
    var target = 0..<0
    /// MLSD's `unique`: the same for a link and what it leads to.
    var unique = 0..<0
    /// The blanks before the name, where the whole listing tells whether they are a part of it.
    var margin: NameColumn.Margin?
    /// What stands behind the clock, where the whole listing tells whether it is a part of it.
    var half: ClockHalves.Half?
    /// What `ls -F` would mark the entry as; nil where it would not, or where it is no `ls`.
    var mark: NameMarks.Kind?
    /// Whether the mark's sign is there.
    var isMarked = false
    /// The directory itself or the one above, by a fact rather than by its name.
    var isSelfOrParent = false
    /// Whether the name is `ListingMemory.composedName` rather than a part of the line.
    var isComposed = false
}
