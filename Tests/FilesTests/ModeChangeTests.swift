import Files
import Testing

@Suite("Modes as chmod(1) takes them")
struct ModeChangeTests {
    private func mode(
        _ text: String, from old: UInt16?, isDirectory: Bool = false, mask: UInt16 = 0o022
    ) -> UInt16? {
        ModeChange(text, mask: mask)?.mode(from: old, isDirectory: isDirectory)
    }

    @Test(
        "What GNU chmod makes of files",
        arguments: [
            ("640", 0o4777, 0o640), ("0", 0o777, 0), ("7755", 0o000, 0o7755),
            ("u+rwX,go-w", 0o666, 0o644), ("u+rwX,go-w", 0o171, 0o751), ("a+X", 0o644, 0o644),
            ("a+X", 0o654, 0o755), ("+x", 0o644, 0o755), ("-w", 0o666, 0o466),
            ("=rw", 0o777, 0o644), ("a=r", 0o777, 0o444), ("u=", 0o4755, 0o055),
            ("g=u", 0o640, 0o660), ("o+g", 0o750, 0o755), ("ug=rw,o=", 0o777, 0o660),
            ("u+s", 0o755, 0o4755), ("g+s", 0o755, 0o2755), ("a-s", 0o6755, 0o755),
            ("+t", 0o755, 0o1755), ("u+t", 0o755, 0o755), ("o-t", 0o1755, 0o755),
            ("u+r-x", 0o300, 0o600), ("u=rwx,g=rx,o=", 0, 0o750),
        ] as [(String, UInt16, UInt16)])
    func files(text: String, old: UInt16, new: UInt16) {
        #expect(mode(text, from: old) == new)
    }

    @Test(
        "What it makes of directories, which keep their set-ID bits unless these are written",
        arguments: [
            ("755", 0o2700, 0o2755), ("00755", 0o2700, 0o755), ("a+X", 0o600, 0o711),
            ("u=rwx", 0o6000, 0o6700), ("g=rxs", 0o700, 0o2750), ("ug-s", 0o6755, 0o755),
            ("=", 0o6777, 0o6000),
        ] as [(String, UInt16, UInt16)])
    func directories(text: String, old: UInt16, new: UInt16) {
        #expect(mode(text, from: old, isDirectory: true) == new)
    }

    @Test("Octal needs nothing of what is there, anything else does")
    func unknown() throws {
        #expect(mode("640", from: nil) == 0o640)
        #expect(mode("640", from: nil, isDirectory: true) == 0o640)
        #expect(mode("u+r", from: nil) == nil)
        #expect(try !#require(ModeChange("640", mask: 0)).needsMode)
        #expect(try #require(ModeChange("a=r", mask: 0)).needsMode)
    }

    @Test(
        "What is no mode is none",
        arguments: [
            "", "8", "10000", "0o7", "u", "rw", "u+rw,", ",u+r", "u+q", "x+r", "u+ug", "u+rwX go-w",
            "644x",
        ])
    func wrong(text: String) {
        #expect(ModeChange(text, mask: 0) == nil)
    }
}
