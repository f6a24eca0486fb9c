import Jobs
import Testing

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
}
