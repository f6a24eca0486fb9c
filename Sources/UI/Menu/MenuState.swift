/// The pull-down menu: which group is open, and which of its entries is chosen.
package struct MenuState: Hashable, Sendable {
    package var group = 0
    package var scroll = ScrollPosition()

    package init() {}
}
