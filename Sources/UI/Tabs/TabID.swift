/// Names a tab of one side, for as long as the program runs.
package struct TabID: Hashable, Sendable {
    /// The side that it belongs to.
    package let side: Side
    /// No other tab of the side has, or had, the same number.
    package let number: Int

    /// A tab by its number.
    package init(side: Side, number: Int) {
        self.side = side
        self.number = number
    }

    /// The first tab on the left.
    package static let left = TabID(side: .left, number: 0)
    /// The first tab on the right.
    package static let right = TabID(side: .right, number: 0)
}
