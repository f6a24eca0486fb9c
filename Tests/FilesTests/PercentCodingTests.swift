import Files
import Testing

@Suite("Percent-encoding")
struct PercentCodingTests {
    @Test("Every byte goes both ways, whatever is kept")
    func all() {
        let bytes = (0...255).map { UInt8($0) }
        for kept in [PercentCoding.Kept.unreserved, PercentCoding.Kept("/:@!$&'()*+,;=")] {
            let text = PercentCoding.encode(bytes, keeping: kept)
            #expect(PercentCoding.decode(text.utf8) == bytes)
            #expect(PercentCoding.decodeLeniently(text.utf8) == bytes)
        }
    }

    @Test("Only what is kept stays as it is")
    func kept() {
        #expect(PercentCoding.encode("aZ09-._~/ é%".utf8) == "aZ09-._~%2F%20%C3%A9%25")
        #expect(PercentCoding.encode("a/b?c".utf8, keeping: .init("/")) == "a/b%3Fc")
    }

    @Test("A percent sign without two digits is refused, or itself")
    func broken() {
        for (text, meant) in [
            ("%", "%"), ("%4", "%4"), ("a%zz", "a%zz"), ("%%41", "%A"), ("%+1", "%+1"),
            ("%4%41", "%4A"), ("x%", "x%"),
        ] {
            #expect(PercentCoding.decode(text.utf8) == nil, "\(text)")
            let decoded = PercentCoding.decodeLeniently(text.utf8)
            #expect(String(decoding: decoded, as: UTF8.self) == meant)
        }
    }

    @Test("In a form a plus is a blank, unless it is encoded")
    func form() {
        let decoded = PercentCoding.decodeForm("a+b%2Bc%20d%zz".utf8)
        #expect(String(decoding: decoded, as: UTF8.self) == "a b+c d%zz")
    }
}
