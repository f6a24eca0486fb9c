package import Terminal

/// The theme that goes by the terminal's background.
package enum AutoTheme {
    /// As the settings have it.
    package static let name = "auto"

    /// The theme that a name stands for: `auto` is `light` where the background is known to be light,
    /// else `dark`.
    package static func resolved(_ name: String, on shade: BackgroundShade?) -> String {
        guard name == AutoTheme.name else { return name }
        return shade == .light ? "light" : BuiltInTheme.name
    }
}
