/// Whose a file is, by the numbers that its machine has for users and groups.
package struct FileOwner: Hashable, Sendable {
    package var user: UInt32
    package var group: UInt32

    package init(user: UInt32, group: UInt32) {
        self.user = user
        self.group = group
    }
}
