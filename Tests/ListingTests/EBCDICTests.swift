import Files
import Listing
import Testing

@Suite("Listings that come in EBCDIC")
struct EBCDICTests {
    /// Code page 1047, as far as the samples need it.
    static func encode(_ text: String, lineEnd: UInt8) -> [UInt8] {
        text.utf8.map { byte in
            switch byte {
            case 0x0A: lineEnd
            case 0x20: 0x40
            case 0x23: 0x7B
            case 0x24: 0x5B
            case 0x2A: 0x5C
            case 0x2B: 0x4E
            case 0x2D: 0x60
            case 0x2E: 0x4B
            case 0x2F: 0x61
            case 0x30...0x39: byte - 0x30 + 0xF0
            case 0x3F: 0x6F
            case 0x3A: 0x7A
            case 0x41...0x49: byte - 0x41 + 0xC1
            case 0x4A...0x52: byte - 0x4A + 0xD1
            case 0x53...0x5A: byte - 0x53 + 0xE2
            case 0x61...0x69: byte - 0x61 + 0x81
            case 0x6A...0x72: byte - 0x6A + 0x91
            case 0x73...0x7A: byte - 0x73 + 0xA2
            default: 0x6F
            }
        }
    }

    @Test(
        "It gives the same entries as in ASCII, fed in pieces of any size",
        arguments: [UInt8(0x15), 0x25])
    func dataSets(lineEnd: UInt8) {
        let bytes = EBCDICTests.encode(MVSFamilyTests.dataSets, lineEnd: lineEnd)
        let expected = parse(MVSFamilyTests.dataSets).entries
        #expect(!expected.isEmpty)
        for piece in [1, 7, 80, 500, .max] {
            #expect(parse(bytes, piece: piece).entries == expected)
        }
    }

    @Test("A listing longer than a line may be is told as well")
    func long() {
        let rows = (0..<2_000).map {
            "WORK01 3390   2004/06/23  1    1  FB     128  6144  PS  RAIN.N\($0)\n"
        }
        let bytes = EBCDICTests.encode(rows.joined(), lineEnd: 0x15)
        for piece in [100, 30_000, .max] {
            let listing = parse(bytes, piece: piece)
            #expect(listing.count == 2_000)
            #expect(listing.droppedCount == 0)
        }
    }

    @Test("A listing without a line end is not taken for it")
    func ascii() {
        for line in ["@%@%@%@%", "-rw-r--r-- 1 u g 7 Nov 20 23:51 50%@home", "приве\u{15}т"] {
            let listing = parse(line)
            #expect(
                listing.entries.allSatisfy {
                    line.hasSuffix($0.name.text) || $0.name.bytes == Array(line.utf8)
                })
            #expect(listing.count == 1)
        }
    }
}
