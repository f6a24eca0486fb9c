import Words

/// What sites of all protocols say of transfers.
package enum QueueOptions {
    /// `slots`: connections that transfers may have there, 1…16; nil finds out.
    package static let slots = SiteOption<Int?>("slots")
    /// `fxp`: files between this site and another are sent straight from server to server, where both
    /// do that.
    package static let isStraight = SiteOption("fxp", standard: false)
    /// `trash`: what is deleted there goes to `.ferry-trash/DATE/` below the login directory.
    package static let hasTrash = SiteOption("trash", standard: false)

    /// How settings files write them.
    package static let settings = [
        SiteSetting(
            slots, .transfers,
            tr("How many connections transfers to this site may use at the same time."),
            unset: tr("as many as are useful"), example: .number(4),
            mustBe: tr("a number from 1 to 16"), in: 1...16,
            fact: { $0[slots].map { SiteFact(tr("Slots"), String($0)) } }),
        SiteSetting(
            isStraight, .transfers,
            tr("Sends files directly between this server and another, if both support it."),
            only: .ftp,
            fact: { $0[isStraight] ? SiteFact("FXP", tr("if the other server supports it")) : nil }),
        SiteSetting(
            hasTrash, .transfers,
            tr("Deleting offers to move files to .ferry-trash in the login directory, by date."),
            fact: { $0[hasTrash] ? SiteFact(tr("Trash"), ".ferry-trash") : nil }),
    ]
}
