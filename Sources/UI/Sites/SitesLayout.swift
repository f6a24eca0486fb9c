import Terminal

/// Where the sites screen has what, for drawing and for the mouse.
struct SitesLayout {
    /// Where the card of the chosen site is.
    enum CardPlace: Hashable {
        /// Beside the list, as a whole.
        case beside
        /// Below the list, the most important of it in two columns.
        case below
        /// In place of the list, as a whole.
        case instead
    }

    let list: Rect
    /// The card, or what is shown of it, below its rule or beside the list.
    let card: Rect
    let cardPlace: CardPlace

    /// Columns that the value of a fact takes below the list.
    static let valueWidth = 18
    /// Columns of a screen from which on list and card have room beside each other.
    private static let widthForBoth = 92
    /// The row below the rule under the box.
    private static let top = 4

    /// `isCardOpen`: whether the user has gone into the card; `isPlain`: whether nothing may stand beside the list.
    init(size: Size, isCardOpen: Bool, isPlain: Bool = false) {
        let all = Rect(
            x: 0, y: SitesLayout.top, width: size.width,
            height: max(1, size.height - SitesLayout.top - 2))
        if size.width >= SitesLayout.widthForBoth, !isPlain {
            let width = max(45, size.width * 2 / 5)
            list = Rect(x: 0, y: all.y, width: width, height: all.height)
            card = Rect(
                x: width + 2, y: all.y, width: size.width - width - 3, height: all.height)
            cardPlace = .beside
            return
        }
        let height = size.height < 20 ? 4 : 5
        let listHeight = max(1, all.height - 1 - height)
        list = Rect(x: 0, y: all.y, width: size.width, height: listHeight)
        card =
            isCardOpen
            ? Rect(x: 1, y: all.y, width: max(1, size.width - 2), height: all.height)
            : Rect(
                x: 1, y: all.y + listHeight + 1, width: max(1, size.width - 2), height: height)
        cardPlace = isCardOpen ? .instead : .below
    }
}
