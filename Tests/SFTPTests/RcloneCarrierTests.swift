import Files
import Support
import Synchronization
import Testing
import Transport

@testable import SFTP

@Suite("rclone as what carries packets")
struct RcloneCarrierTests {
    private let log = ConnectionLog(1) { _ in }

    private func opener(_ program: String?) -> RcloneCarrierOpener {
        RcloneCarrierOpener(
            site: Site(scheme: .rclone, host: "my nas; x"), program: program, log: log)
    }

    @Test("It is given the remote as one argument, which no shell reads")
    func arguments() {
        let own = ["serve", "sftp", "--stdio"] + RcloneCarrierOpener.options + ["my nas; x:"]
        #expect(opener(nil).arguments == ["rclone"] + own)
        #expect(opener("").arguments == ["rclone"] + own)
        #expect(
            opener("rclone -v").arguments
                == ["/bin/sh", "-c", "exec rclone -v \"$@\"", "rclone -v"] + own)
        // What Ferry does not ask for must not be asked for on a terminal that is not there.
        #expect(own.contains("--ask-password=false"))
    }

    @Test("What it says first is left of its words; what it says of every end is not in the log")
    func words() {
        let lines = Lines()
        let attendant = RcloneAttendant(
            "rclone://nas", isNamed: false, log: ConnectionLog(1) { lines.add($0.text) })
        attendant.heard("2026/11/23 04:26:28 NOTICE: nas: low")
        attendant.heard("2026/11/23 04:26:29 Failed to sftp: completed with error: unexpected EOF")
        let error = attendant.ended(.status(5))
        #expect(lines.all == ["2026/11/23 04:26:28 NOTICE: nas: low"])
        #expect(error?.detail == "rclone could not serve rclone://nas (NOTICE: nas: low).")
        #expect(error?.isTransient == false)
        #expect(RcloneAttendant.withoutTime("2026/11/23 nothing") == "2026/11/23 nothing")
    }

    @Test("One that had begun is tried again; one that says nothing is explained, too")
    func ends() {
        let attendant = RcloneAttendant("rclone://nas", isNamed: true, log: log)
        #expect(attendant.ended(.status(127))?.detail.contains("correct FERRY_RCLONE") == true)
        attendant.began()
        let error = attendant.ended(.signal(9))
        #expect(error?.isTransient == true)
        #expect(error?.detail.contains("ended by signal 9 without a message") == true)
    }

    private final class Lines: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }
}
