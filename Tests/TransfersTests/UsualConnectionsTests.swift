import Files
import Synchronization
import Testing

@testable import Transfers

@Suite("Connections that the settings say for all sites")
struct UsualConnectionsTests {
    private final class Setting: Sendable {
        let count = Mutex<Int?>(nil)
    }

    @Test("What the settings say by now holds, but for a site that says another number")
    func changes() {
        let setting = Setting()
        let limits = ConnectionLimits(
            fixed: nil, usual: { setting.count.withLock { $0 } },
            later: Later(clock: TestClock()) { _ in }, memory: NoConnectionMemory(),
            isBrowsed: { _ in false })
        let site = Site(scheme: .ftp, host: "h")
        var own = Site(scheme: .ftp, host: "own")
        own[QueueOptions.slots] = 2
        #expect(limits.isLearned(site) && !limits.isLearned(own))
        setting.count.withLock { $0 = 5 }
        #expect(limits.limit(of: site) == 5 && limits.limit(of: own) == 2)
        #expect(limits.localLanes == 5)
        setting.count.withLock { $0 = 3 }
        #expect(limits.limit(of: site) == 3)
        setting.count.withLock { $0 = nil }
        #expect(limits.isLearned(site))
    }
}
