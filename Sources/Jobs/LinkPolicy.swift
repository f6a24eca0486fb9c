/// What becomes of links in what is copied.
package enum LinkPolicy: String, Sendable, CaseIterable, Codable {
    /// They are copied as links where the target can hold them, else left out.
    case keep
    /// What they lead to is copied.
    case follow
}
