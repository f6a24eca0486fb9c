import Files
@testable import Settings
@testable import Terminal
@testable import UI

extension FuzzTarget {
    /// What is shown, and what names places.
    static let textTargets = [
        FuzzTarget("text", longest: 512) { bytes, cut in
            let shown = VisibleText.make(bytes)
            try holdVisible(shown, "the sanitiser")
            try hold(
                shown.utf8.count <= 16 * bytes.count, "the sanitiser makes too much of its input")
            try hold(VisibleText.make(shown) == shown, "what is visible is changed once more")
            try hold(("a" + shown).count == 1 + shown.count, "the text joins what is before it")
            for character in shown {
                try hold(CharacterWidth.of(character) > 0, "a character has no width")
                try hold(character.unicodeScalars.count <= 16, "a character is too long")
            }
            try holdVisible(VisibleText.make(bytes, limit: cut), "the sanitiser with a limit")
            try holdFits(shown)
            try holdFits(String(decoding: bytes, as: UTF8.self))
        },
        FuzzTarget("paths") { bytes, _ in
            let path = Path(bytes)
            for name in path.components {
                try hold(Name(name.bytes) == name, "a component is no name")
                try hold(!name.bytes.contains { $0 == 0x2F || $0 == 0 }, "a component is a path")
            }
            try hold(Path(path.bytes) == path, "a path's bytes are another path")
            try hold(path.isInside(path.parent), "a path lies outside of its parent")
            try holdVisible(path.text, "a path")
        },
        FuzzTarget("urls") { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                try holdTarget(try SiteURL.parse(text).target)
            } catch let refusal as SiteURL.Refusal {
                try holdVisible(refusal.description, "a refused URL")
            }
        },
        // The first line is a pattern, the others are names.
        FuzzTarget("globs", longest: 512) { bytes, _ in
            let lines = bytes.split(separator: 0x0A).map { Array($0) }
            guard let pattern = lines.first else { return }
            let globs = [
                PathGlob(url: String(decoding: pattern, as: UTF8.self)),
                PathGlob(reference: pattern),
            ]
            for component in globs.compactMap({ $0 }).flatMap(\.components) {
                for name in lines where component.fits(name) {
                    let isHidden = name.first == 0x2E && component.literal.first != 0x2E
                    try hold(!isHidden, "a pattern fits a hidden name")
                }
            }
            try hold(
                PathGlob(url: PercentCoding.encode(pattern)) == nil,
                "what is encoded is a pattern all the same")
        },
    ]

    private static func holdFits(_ text: String) throws {
        for columns in [0, 1, 2, 5, 7, 10, 24] {
            for fitting in [
                TextFit.cut(text, to: columns), TextFit.cutStart(text, to: columns),
                NameFit.cut(text, to: columns), TextFit.start(of: text, columns: columns),
                TextFit.end(of: text, columns: columns),
            ] {
                try hold(
                    CharacterWidth.of(fitting) <= columns, "a text is wider than \(columns)")
            }
            let widest = text.reduce(0) { max($0, CharacterWidth.of($1)) }
            let lines = TextFit.wrap(text, columns: columns, limit: 3)
            try hold(lines.count <= 3, "more lines than wanted")
            for line in lines where widest <= columns {
                try hold(CharacterWidth.of(line) <= columns, "a line is wider than \(columns)")
            }
            var frame = Frame(size: Size(width: columns, height: 1))
            let used = frame.put(text, x: 1, y: 0, role: .text)
            try hold(used <= max(0, columns - 1), "a text is drawn past the frame's edge")
        }
    }

    private static func holdTarget(_ target: SiteURL.Target) throws {
        let site = target.site
        try hold(site.isLocal || !site.host.isEmpty, "a site has no host")
        try hold(site.isLocal || site.port > 0, "a site has no port")
        let words = [site.host, site.user ?? ""] + (target.path.map { [$0.text] } ?? [])
        for byte in words.joined().utf8 {
            try hold(byte >= 0x20 && byte != 0x7F, "a control byte stands in a site")
        }
        try holdVisible(site.text, "a site")
        let named = NamedSite(name: "n", site: site, path: target.path)
        do {
            let again = try SiteURL.parse(named.url).target
            try hold(
                again.site == site && (again.path ?? .root) == (target.path ?? .root),
                "\(named.url) is another place")
        } catch let refusal as SiteURL.Refusal {
            throw Broken(description: "\(named.url) is refused: \(refusal)")
        }
    }
}
