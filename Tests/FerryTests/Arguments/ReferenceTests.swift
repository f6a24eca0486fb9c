import Testing

@testable import Ferry

@Suite("host:path as an argument")
struct ReferenceTests {
    @Test("What stands before the first colon is a name, where it is no path from / or .")
    func parts() throws {
        for (text, name, path) in [
            ("web:a/b", "web", "a/b"), ("web:", "web", ""), ("web:/", "web", "/"),
            ("web:a:b", "web", "a:b"), ("テスト:x", "テスト", "x"), ("web:..", "web", ".."),
            ("work/web01:a/b", "work/web01", "a/b"), ("a/b/c:", "a/b/c", ""),
        ] {
            let reference = try #require(ArgumentBytes(text).reference, "\(text)")
            #expect(reference.name == name)
            #expect(reference.path == Array(path.utf8))
        }
        for text in ["./a:b", "../a:b", "../a/b:c", ":x", "plain", "", "ftp://host:21/x", "/a:b"] {
            #expect(ArgumentBytes(text).reference == nil, "\(text)")
        }
    }

    @Test("A path behind the colon that ends in dots is seen as such")
    func dots() {
        for text in ["web:..", "web:a/..", "web:.", "web:../", "web:a/./"] {
            #expect(ArgumentBytes(text).endsInDots, "\(text)")
        }
        for text in ["web:", "web:a", "web:..a", "web:../a"] {
            #expect(!ArgumentBytes(text).endsInDots, "\(text)")
        }
    }
}
