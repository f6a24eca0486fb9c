import Testing

@testable import FTP

@Suite("A server's zone comes from one file's time said both ways")
struct ZoneOffsetTests {
    @Test(
        "Quarters of an hour, with the seconds cut off",
        arguments: [
            (1_000_000, 1_000_000, 0), (1_007_200, 1_000_000, 7_200), (982_000, 1_000_000, -18_000),
            (1_007_200, 1_000_059, 7_200), (1_020_700, 1_000_000, 20_700),
        ] as [(Int64, Int64, Int)])
    func offsets(listed: Int64, exact: Int64, offset: Int) {
        #expect(ZoneOffset.between(listed: listed, exact: exact) == offset)
    }

    @Test(
        "What no zone explains is no offset",
        arguments: [
            (1_000_300, 1_000_000), (1_100_000, 1_000_000), (.max, .min), (.min, 0),
        ] as [(Int64, Int64)])
    func nonsense(listed: Int64, exact: Int64) {
        #expect(ZoneOffset.between(listed: listed, exact: exact) == nil)
    }
}
