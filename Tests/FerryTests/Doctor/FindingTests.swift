import Curses
import Terminal
import Testing

@testable import Ferry

@Suite("What the doctor says")
struct FindingTests {
    private func report(
        _ type: String = "xterm-256color", _ entry: TerminalReport.Entry = .usable(.indexed),
        size: Size? = Size(width: 80, height: 24), charset: String = "UTF-8",
        variables: [String: String] = ["LANG": "C.UTF-8"]
    ) -> [Finding] {
        TerminalFindings.of(
            TerminalReport(
                type: type, entry: entry, size: size, charset: charset, variables: variables))
    }

    private func named(_ name: String, _ findings: [Finding]) -> Finding? {
        findings.first { $0.name == name }
    }

    @Test("A usual terminal is well") func well() {
        let findings = report()
        #expect(findings.allSatisfy { $0.result == .ok })
        #expect(findings.map(\.name) == ["type", "colours", "size", "charset"])
    }

    @Test(
        "What keeps the screen from opening is a problem",
        arguments: [
            ("", TerminalReport.Entry.unnamed, "TERM is not set"),
            ("nonsense", .missing, "'nonsense'"), ("dumb", .incapable, "cannot draw"),
        ])
    func unusable(_ type: String, _ entry: TerminalReport.Entry, _ words: String) throws {
        let finding = try #require(named("type", report(type, entry)))
        #expect(finding.isProblem && finding.message.contains(words))
        #expect(finding.result.advice?.isEmpty == false)
        // Nothing is said of colours that nobody knows.
        #expect(named("colours", report(type, entry)) == nil)
    }

    @Test("A small window is a problem, an unknown one is none") func size() throws {
        #expect(named("size", report(size: Size(width: 59, height: 40)))?.isProblem == true)
        #expect(named("size", report(size: Size(width: 60, height: 15)))?.isProblem == true)
        #expect(named("size", report(size: Size(width: 60, height: 16)))?.result == .ok)
        #expect(named("size", report(size: nil))?.result == .ok)
    }

    @Test("Few colours are a hint, unless nobody wants them") func colours() {
        #expect(named("colours", report("x", .usable(.eight)))?.result.word == "hint")
        let unwanted = report(
            "x", .usable(.monochrome), variables: ["NO_COLOR": "1", "LANG": "C.UTF-8"])
        #expect(named("colours", unwanted)?.message.contains("NO_COLOR") == true)
    }

    @Test(
        "What terminals keep to themselves is said",
        arguments: [
            (["TMUX": "/tmp/tmux"], "tmux"), (["STY": "1.a"], "screen"),
            (["VTE_VERSION": "7200"], "keys"), (["WT_SESSION": "1"], "keys"),
            (["TERM_PROGRAM": "Apple_Terminal"], "keys"),
            // Within tmux the terminal itself is out of reach.
            (["TMUX": "/tmp/tmux", "VTE_VERSION": "7200"], "tmux"),
        ])
    func keys(_ variables: [String: String], _ name: String) {
        let hints = report(variables: variables).filter {
            $0.group == .terminal && $0.result != .ok
        }
        #expect(hints.map(\.name) == [name])
    }

    @Test("Another charset than UTF-8 is a hint that names its cause") func charset() throws {
        let finding = try #require(
            named("charset", report(charset: "ISO-8859-1", variables: ["LANG": "de_DE"])))
        #expect(finding.result.word == "hint")
        #expect(finding.message.contains("LANG=de_DE") && finding.message.contains("ISO-8859-1"))
        #expect(
            named("charset", report(charset: "ANSI_X3.4-1968", variables: [:]))?.result.word
                == "hint")
    }

    @Test("A clock before this release is a problem, one that nobody sets a hint") func clock() {
        #expect(SystemFindings.clock(0, isSynchronised: true).first?.isProblem == true)
        #expect(
            SystemFindings.clock(1_900_000_000, isSynchronised: false).first?.result.word == "hint")
        #expect(SystemFindings.clock(1_900_000_000, isSynchronised: nil).first?.result == .ok)
    }

    @Test("What is found moves no terminal, and is one object for programs") func shown() {
        let finding = Finding(
            .site, "login", .problem("Try \u{1B}[2J"), "550 \u{1B}]0;x\u{7}\nno", seconds: 1.5)
        #expect(finding.lines.count == 2)
        #expect(!finding.lines.joined().contains("\u{1B}"))
        #expect(finding.lines[0].hasPrefix("  problem  login        1.500 s  550 "))
        #expect(finding.json.hasPrefix(#"{"group":"site","check":"login","result":"problem","#))
        #expect(finding.json.hasSuffix(#","seconds":1.500}"#))
        #expect(!finding.json.contains("\u{1B}") && !finding.json.contains("\n"))
    }
}
