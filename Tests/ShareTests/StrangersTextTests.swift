import Files
import Jobs
import Testing
import Web

@testable import Share

/// The readers of what visitors send, given what nobody would send in earnest.
@Suite struct StrangersTextTests {
    /// Repeats the same texts in every run.
    private struct Dice {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % max(1, sides)
        }
    }

    private static let samples = [
        "bytes=0-99,-5,200-", "bytes=18446744073709551615-18446744073709551615",
        "/a%20b/%2e%2e/c?d=e&f#g", "Sun, 06 Nov 1994 08:49:37 GMT", "Basic YW5uYTpwYXNz",
        "\"abc\", W/\"def\", *", "a=b&c=%41+d&=&&e", "[::1]:8080", "::ffff:127.0.0.1",
    ]

    private func broken(_ dice: inout Dice) -> String {
        let alphabet = Array("0123456789-=,%/.:;\"*+& abWGMT\u{0}\u{7F}é\u{1F600}".unicodeScalars)
        var text = Array(StrangersTextTests.samples[dice.roll(9)].unicodeScalars)
        for _ in 0...dice.roll(6) {
            let place = dice.roll(text.count + 1)
            switch dice.roll(3) {
            case 0: text.insert(alphabet[dice.roll(alphabet.count)], at: place)
            case 1 where place < text.count: text.remove(at: place)
            default: text = Array(text.prefix(place) + text.dropFirst(dice.roll(text.count + 1)))
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return String(view)
    }

    @Test("No text makes a reader of ranges, paths, dates or logins trap or lie") func texts() {
        var dice = Dice()
        let door = Authenticator(.pin, pin: "123456")
        for _ in 0..<20_000 {
            let text = broken(&dice)
            for size: UInt64 in [0, 1, 1_000, .max] {
                guard case .parts(let parts) = ByteRanges(text, size: size) else { continue }
                #expect(parts.allSatisfy { !$0.isEmpty && $0.upperBound <= size })
                var last: UInt64 = 0
                for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                    #expect(part.lowerBound >= last)
                    last = part.upperBound
                }
            }
            if let path = try? RequestPath.decode(text) {
                let again = try? RequestPath.decode(RequestPath.encode(path.path))
                #expect(again?.path == path.path)
            }
            if let seconds = HTTPDate.seconds(text) { #expect(HTTPDate.text(seconds).count == 29) }
            if case .enter = door.answer(text, from: text) { Issue.record("let in by \(text)") }
            let request = Request(
                method: .get, path: .root, query: text, headers: ["If-Match": text])
            _ = request.parameter("a")
            _ = Preconditions(request).verdict(nil)
            _ = Addresses.isLoopback(text)
        }
    }

    @Test("Dates are written and read the same way") func dates() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.text(-1) == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(HTTPDate.text(.min).count == 29)
        #expect(HTTPDate.text(.max).hasPrefix("Fri, 31 Dec 9999"))
        for seconds: Int64 in [0, 784_111_777, 951_782_400, 4_102_444_799, -86_401] {
            #expect(HTTPDate.seconds(HTTPDate.text(seconds)) == seconds)
        }
        #expect(HTTPDate.seconds("Sun, 31 Feb 2024 00:00:00 GMT") == nil)
    }
}
