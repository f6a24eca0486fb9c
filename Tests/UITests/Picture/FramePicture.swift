import Settings
import Terminal

/// A frame in the colours of a theme, as a picture (SVG 1.1).
struct FramePicture {
    private static let cell = (width: 9, height: 18)
    private static let margin = 12

    private let frame: Frame
    private let theme: Theme
    /// What the terminal itself has where a theme names no colour.
    private let text: String
    private let ground: String

    init(_ frame: Frame, theme: Theme, isDark: Bool) {
        self.frame = frame
        self.theme = theme
        text = isDark ? "#d3d9e2" : "#1d2430"
        ground = isDark ? "#151a21" : "#ffffff"
    }

    /// The picture's source, the same for the same frame and theme.
    var svg: String {
        let width = frame.size.width * FramePicture.cell.width + 2 * FramePicture.margin
        let height = frame.size.height * FramePicture.cell.height + 2 * FramePicture.margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
                + "font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"15\">",
            "<title>Ferry: this machine on the left, a server on the right, transfers below</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(background(.text))\"/>",
        ]
        for y in 0..<frame.size.height { lines += row(y) }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Neighbours that are drawn alike.
    private struct Run {
        var start: Int
        var columns: Int
        var text: String
        let role: Role
    }

    private func row(_ y: Int) -> [String] {
        var runs: [Run] = []
        for x in 0..<frame.size.width {
            let cell = frame[x, y]
            guard cell.width > 0 else {
                runs[runs.count - 1].columns += 1
                continue
            }
            // Wide characters for themselves: no font makes them twice as wide as others.
            if let last = runs.last, last.role == cell.role, last.columns == last.text.count,
                cell.width == 1, FramePicture.joins(last.text.last, cell.character)
            {
                runs[runs.count - 1].columns += 1
                runs[runs.count - 1].text.append(cell.character)
            } else {
                runs.append(
                    Run(start: x, columns: 1, text: String(cell.character), role: cell.role))
            }
        }
        let top = FramePicture.margin + y * FramePicture.cell.height
        var lines: [String] = []
        for run in runs where background(run.role) != background(.text) {
            lines.append(
                "<rect x=\"\(left(run.start))\" y=\"\(top)\" "
                    + "width=\"\(run.columns * FramePicture.cell.width)\" "
                    + "height=\"\(FramePicture.cell.height)\" fill=\"\(background(run.role))\"/>")
        }
        for run in runs {
            if let ends = run.text.first.flatMap({ FramePicture.lines[$0] }) {
                lines.append(line(ends, run, top: top))
            } else {
                lines += text(run, baseline: top + 14)
            }
        }
        return lines
    }

    /// Where the lines of frames lead to, which fonts draw with gaps between them: left, right, up, down.
    private static let lines: [Character: String] = [
        "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "├": "rud", "┤": "lud",
    ]

    private static func joins(_ last: Character?, _ next: Character) -> Bool {
        guard let last else { return true }
        return (lines[last] == nil && lines[next] == nil) || (last == "─" && next == "─")
    }

    private func line(_ ends: String, _ run: Run, top: Int) -> String {
        let (width, height) = FramePicture.cell
        let (x, y) = (left(run.start) + width / 2, top + height / 2)
        let strokes = ends.map { end in
            switch end {
            case "l": "M\(x) \(y)H\(left(run.start))"
            case "r": "M\(x) \(y)H\(left(run.start + run.columns))"
            case "u": "M\(x) \(y)V\(top)"
            default: "M\(x) \(y)V\(top + height)"
            }
        }
        return "<path d=\"\(strokes.joined())\" stroke=\"\(foreground(run.role))\"/>"
    }

    private func left(_ column: Int) -> Int {
        FramePicture.margin + column * FramePicture.cell.width
    }

    /// Without the blanks at its ends; as wide as its columns, whatever the font.
    private func text(_ run: Run, baseline: Int) -> [String] {
        let leading = run.text.prefix { $0 == " " }.count
        let trailing = run.text.reversed().prefix { $0 == " " }.count
        guard leading < run.text.count else { return [] }
        let words = run.text.dropFirst(leading).dropLast(trailing)
        let columns = run.columns - leading - trailing
        let style = theme.style(of: run.role)
        var attributes = "fill=\"\(foreground(run.role))\""
        if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if style.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        if style.attributes.contains(.dim) { attributes += " opacity=\"0.8\"" }
        let escaped = String(words).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return [
            "<text x=\"\(left(run.start + leading))\" y=\"\(baseline)\" \(attributes) "
                + "textLength=\"\(columns * FramePicture.cell.width)\" "
                + "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">\(escaped)</text>"
        ]
    }

    private func foreground(_ role: Role) -> String {
        let style = theme.style(of: role)
        return style.attributes.contains(.reverse)
            ? colour(style.background) ?? ground : colour(style.foreground) ?? text
    }

    private func background(_ role: Role) -> String {
        let style = theme.style(of: role)
        return style.attributes.contains(.reverse)
            ? colour(style.foreground) ?? text : colour(style.background) ?? ground
    }

    private func colour(_ colour: Colour) -> String? {
        colour.components.map { parts in
            "#"
                + [parts.red, parts.green, parts.blue].map { byte in
                    let digits = String(byte, radix: 16)
                    return digits.count == 1 ? "0\(digits)" : digits
                }.joined()
        }
    }
}
