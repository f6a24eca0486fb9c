package import Terminal

/// Colours and attributes for every role.
package struct Theme: Hashable, Sendable {
    /// As its file calls it.
    package let name: String
    private let styles: RoleTable<Style>

    init(name: String, styles: RoleTable<Style>) {
        self.name = name
        self.styles = styles
    }

    /// How a role is drawn.
    package func style(of role: Role) -> Style {
        styles[role] ?? Style()
    }

    /// The theme that needs no file: `themes/dark.toml`, as it was when Ferry was built.
    package static let standard = Theme(name: BuiltInTheme.name, styles: BuiltInStyles.all)
}
