import Testing
import Web

@Suite("Base64")
struct Base64Tests {
    @Test(
        "The examples of RFC 4648 section 10 go both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func examples(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
        #expect(Base64.decode(String(text.prefix { $0 != "=" })) == Array(plain.utf8))
    }

    @Test("All bytes come back")
    func all() {
        let bytes = (0...255).map { UInt8($0) }
        for start in 0..<3 {
            let part = Array(bytes[start...])
            #expect(Base64.decode(Base64.encode(part)) == part)
        }
    }

    @Test(
        "What is none is refused",
        arguments: ["A", "AAAAA", "A-==", "Zm9v\n", "Zg=g", String(repeating: "A", count: 4_100)])
    func none(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
