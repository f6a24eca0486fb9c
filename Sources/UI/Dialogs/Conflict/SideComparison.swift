/// What the beginnings of two files have shown: the new one, and the one that is there.
package enum SideComparison: Hashable, Sendable {
    /// Both were read to their ends.
    case same
    /// No more than so many bytes were read.
    case sameBeginning(UInt64)
    /// They are texts: the first line that differs, counted from 1, as it can be shown; nil where a file
    /// has ended before it.
    case line(Int, new: String?, there: String?)
    /// They are no texts: the offset of the first byte that differs.
    case byte(UInt64)
}
