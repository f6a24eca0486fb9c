import Files
import Settings
import Terminal

extension Workspace {
    /// Whether there is room for more than the sentence that there is none.
    var isLargeEnough: Bool {
        size.width >= Model.smallestSize.width && size.height >= Model.smallestSize.height
    }

    /// The characters that frames, arrows and bars are drawn with.
    var glyphs: Glyphs { options.glyphs }

    /// Rows that a full screen has between its title and its status line.
    var screenBody: Rect {
        Rect(x: 0, y: 1, width: size.width, height: max(0, size.height - 3))
    }
}

extension Workspace.Options {
    /// The theme that a name stands for on this terminal.
    func shownTheme(_ name: String) -> String {
        let shown = AutoTheme.resolved(name, on: shade)
        // The program may have been installed without any but its own.
        return name == AutoTheme.name && !themes.contains(shown)
            ? AutoTheme.resolved(name, on: nil) : shown
    }

    /// Takes in what the terminal tells of its background.
    mutating func take(_ shade: BackgroundShade) -> Outcome {
        let before = shownTheme(theme)
        self.shade = shade
        let shown = shownTheme(theme)
        return shown == before ? .nothing : [.showTheme(shown)]
    }

    /// A local path with `~` for home.
    func homeText(_ path: Path) -> String {
        guard let home, !home.isRoot, let below = path.components(below: home) else {
            return path.text
        }
        return below.isEmpty ? "~" : "~" + Path(components: below).text
    }
}

extension Workspace.Options {
    var glyphs: Glyphs { Glyphs(style: isPlain ? .plain : isASCII ? .ascii : .drawn) }
}
