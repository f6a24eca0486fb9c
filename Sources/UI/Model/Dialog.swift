package import Files
package import Jobs

/// A box over the screen that has the keyboard until it is closed.
package enum Dialog: Sendable {
    case placeholder
}
