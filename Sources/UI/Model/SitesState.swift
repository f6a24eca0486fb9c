/// What the sites screen shows.
package struct SitesState: Sendable {
    package init() {}
}
