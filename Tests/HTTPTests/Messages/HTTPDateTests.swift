import Files
import Testing
import Web

@testable import HTTP

@Suite("Dates, parts and targets of HTTP")
struct HTTPDateTests {
    @Test(
        "All three forms are read (RFC 9110 section 5.6.7)",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994", "sun, 06 nov 1994 08:49:37 gmt",
        ])
    func forms(_ text: String) {
        #expect(HTTPDate.seconds(text) == 784_111_777)
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "yesterday", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37 +0100", "Sun, 06 Nov 99999 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", String(repeating: "6 ", count: 1_000),
        ])
    func noDates(_ text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    @Test("Content-Range is read, and nonsense is not")
    func ranges() {
        #expect(ContentRange("bytes 0-9/10") == .part(first: 0, last: 9, total: 10))
        #expect(ContentRange("Bytes 4-9/*") == .part(first: 4, last: 9, total: nil))
        #expect(ContentRange("bytes */7") == .unsatisfied(total: 7))
        for text in ["", "bytes", "bytes */*", "bytes 9-4/10", "bytes 0-10/10", "bytes +0-9/10"] {
            #expect(ContentRange(text) == nil)
        }
    }

    @Test("Targets are decoded to the names that they were made of")
    func targets() throws {
        let (path, isDirectory) = RequestTarget.path(of: "/a%20b/%2e%2e/c%2Fd/%zz/?x=/y")
        #expect(isDirectory)
        #expect(path.text == "/a b/%zz")
    }
}
