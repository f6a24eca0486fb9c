/// What the log screen shows.
package struct LogState: Sendable {
    package init() {}
}
