/// What the viewer shows.
package struct ViewerState: Sendable {
    package init() {}
}
