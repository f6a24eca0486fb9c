import Files

/// A password that the user wants kept, until a server has taken it.
struct UnprovenSecret: Sendable {
    var site: Site
    var secret: Secret
}
