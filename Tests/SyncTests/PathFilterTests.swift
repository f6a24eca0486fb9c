import Files
import Testing

@testable import Sync

@Suite("What is left out of a comparison")
struct PathFilterTests {
    /// The paths of a tree, those of directories with a slash behind them, that are in by the rules.
    private func paths(
        _ rules: [String], of tree: [String], ignoring lists: [String: String] = [:]
    ) throws -> [String] {
        let filter = PathFilter(
            try rules.map { rule in
                PathFilter.Rule(
                    isInclude: rule.hasPrefix("+"),
                    try #require(PathPattern(String(rule.dropFirst()))))
            })
        return try tree.filter { path in
            let names = try path.split(separator: "/").map { try #require(Name(String($0))) }
            var scope = PathFilter.Scope()
            var verdict = PathFilter.Verdict.included
            for depth in 0..<names.count {
                let above = names[..<depth].map(\.text).joined(separator: "/")
                if let list = lists[above] { scope.add(IgnoreList(Array(list.utf8)), depth: depth) }
                let isDirectory = depth < names.count - 1 || path.hasSuffix("/")
                (verdict, scope) = filter.judge(
                    Array(names[...depth]), isDirectory: isDirectory, in: scope)
                if verdict == .excluded { return false }
            }
            return verdict == .included
        }
    }

    private let tree = [
        "a.txt", "b.log", "src/", "src/a.txt", "src/b.log", "src/deep/", "src/deep/c.log",
        "build/", "build/keep.txt", "build/x.o", "lib/", "lib/build/", "lib/build/y.o",
        "lib/build.o",
    ]

    @Test("A name that is not UTF-8 fits a pattern of the same bytes, also in a list")
    func bytes() throws {
        let name: [UInt8] = [0x63, 0xE9, 0x2E, 0x74, 0x78, 0x74]
        let names = [try #require(Name(name))]
        let pattern = try #require(PathPattern(bytes: [0x63, 0xE9, 0x2A]))
        #expect(pattern.fits(names[...], isDirectory: false))
        let list = IgnoreList(name + [0x0A])
        #expect(list.ignores(names[...], isDirectory: false) == true)
    }

    @Test("What editors put at the beginning of a list is no part of it")
    func mark() throws {
        let names = [try #require(Name("a.bak"))]
        let list = IgnoreList([0xEF, 0xBB, 0xBF] + Array("*.bak\r\n".utf8))
        #expect(list.ignores(names[...], isDirectory: false) == true)
    }

    @Test("Without rules everything is in")
    func everything() throws {
        #expect(try paths([], of: tree) == tree)
    }

    @Test(
        "Each pattern leaves out what it fits, and what is below",
        arguments: [
            ("-*.log", ["b.log", "src/b.log", "src/deep/c.log"]),
            ("-/*.log", ["b.log"]),
            ("-build/", ["build/", "build/keep.txt", "build/x.o", "lib/build/", "lib/build/y.o"]),
            ("-/build", ["build/", "build/keep.txt", "build/x.o"]),
            ("-lib/build/", ["lib/build/", "lib/build/y.o"]),
            ("-src/*.log", ["src/b.log"]),
            ("-src/**/*.log", ["src/b.log", "src/deep/c.log"]),
            ("-src/**", ["src/a.txt", "src/b.log", "src/deep/", "src/deep/c.log"]),
            (
                "-**/build",
                ["build/", "build/keep.txt", "build/x.o", "lib/build/", "lib/build/y.o"]
            ),
            ("-A.TXT", []),
            ("-[ab].*", ["a.txt", "b.log", "src/a.txt", "src/b.log"]),
            ("-build.?", ["lib/build.o"]),
        ])
    func pattern(rule: String, out: [String]) throws {
        #expect(try paths([rule], of: tree) == tree.filter { !out.contains($0) })
    }

    @Test(
        "The first rule that fits decides; without rules that leave out, only what is named is in")
    func order() throws {
        let left = ["build/", "build/x.o", "lib/build/", "lib/build/y.o"]
        #expect(
            try paths(["+build/keep.txt", "-build/"], of: tree)
                == tree.filter { !left.contains($0) })
        #expect(try !paths(["-build/", "+build/keep.txt"], of: tree).contains("build/keep.txt"))
        #expect(
            try paths(["+*.txt"], of: tree) == ["a.txt", "src/a.txt", "build/keep.txt"])
        #expect(
            try paths(["+src/", "-*.log"], of: tree).contains("src/deep/c.log"))
        #expect(
            try paths(["-*.log", "+src/"], of: tree)
                == tree.filter { !$0.hasSuffix(".log") })
    }

    @Test("Lists in directories leave out and bring back; rules of the command line come first")
    func lists() throws {
        let lists = ["": "# words\n*.log\n!keep.log\nbuild/\n", "src": "!b.log\r\n/a.txt\n"]
        #expect(
            try paths([], of: tree + ["keep.log"], ignoring: lists)
                == ["a.txt", "src/", "src/b.log", "src/deep/", "lib/", "lib/build.o", "keep.log"])
        #expect(try paths(["+build/"], of: tree, ignoring: lists).contains("build/x.o"))
        #expect(PathPattern("") == nil && PathPattern("/") == nil)
    }
}
