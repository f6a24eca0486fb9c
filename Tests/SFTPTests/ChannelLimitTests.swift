import Testing

@testable import SFTP

@Suite("How many channels a login was granted")
struct ChannelLimitTests {
    @Test("It is believed for an hour, and is never less than one")
    func validity() {
        let limit = ChannelLimit(3, at: 100)
        #expect(limit.channels(at: 100) == 3)
        #expect(limit.channels(at: 3_699) == 3)
        #expect(limit.channels(at: 3_700) == nil)
        #expect(ChannelLimit(0, at: 100).channels(at: 100) == 1)
    }
}
