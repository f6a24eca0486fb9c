/// What the help screen shows.
package struct HelpState: Sendable {
    package init() {}
}
