import Jobs
import Testing

@testable import Share

@Suite struct QRCodeTests {
    @Test("A square has exactly its modules") func fills() throws {
        #expect(QRCode(width: 21, modules: [Bool](repeating: false, count: 440)) == nil)
        #expect(QRCode(width: 20, modules: [Bool](repeating: false, count: 400)) == nil)
        var modules = [Bool](repeating: false, count: 441)
        modules[21 * 3 + 5] = true
        let code = try #require(QRCode(width: 21, modules: modules))
        #expect(code.isDark(column: 5, row: 3))
        #expect(!code.isDark(column: 3, row: 5))
        #expect(!code.isDark(column: 21, row: -1))
    }

    @Test("Half blocks draw two rows of modules a line, with light around them")
    func halfBlocks() throws {
        var modules = [Bool](repeating: false, count: 441)
        for index in [0, 1, 21, 23] { modules[index] = true }
        let code = try #require(QRCode(width: 21, modules: modules))
        let lines = code.lines(quiet: 2)
        #expect(lines.count == 13)
        #expect(lines.allSatisfy { $0.count == 25 })
        #expect(lines[0] == String(repeating: " ", count: 25))
        #expect(lines[1] == "  █▀▄" + String(repeating: " ", count: 20))
        let inverted = code.lines(inverted: true, quiet: 2)
        #expect(inverted[0] == String(repeating: "█", count: 25))
        #expect(inverted[1] == "██ ▄▀" + String(repeating: "█", count: 20))
        #expect(inverted[12] == String(repeating: "▀", count: 25))
    }

    @Test("A URL becomes a code with its three finders, and a novel none")
    func makes() throws {
        let code = try #require(QRCode("http://192.168.1.7:8080/"))
        #expect(code.width == 25)
        for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
            for step in 0..<7 {
                #expect(code.isDark(column: column + step, row: row))
                #expect(code.isDark(column: column, row: row + step))
            }
            #expect(!code.isDark(column: column + 1, row: row + 1))
            #expect(code.isDark(column: column + 3, row: row + 3))
        }
        #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
    }
}
