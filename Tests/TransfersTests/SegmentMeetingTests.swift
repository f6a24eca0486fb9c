import Dispatch
import Files
import Jobs
import Support
import Testing
import Work

@testable import Transfers

@Suite("Those who meet before they fetch a large file")
struct SegmentMeetingTests {
    private static let size: UInt64 = 400

    private func meeting(_ control: TaskControl, distance: Double = 0) -> SegmentMeeting {
        SegmentMeeting(
            JobID(rawValue: 1), control: control, source: Path("/big"),
            size: SegmentMeetingTests.size, distance: distance)
    }

    private func control() -> TaskControl {
        TaskControl(of: JobID(rawValue: 1), done: 0, throttle: Throttle())
    }

    private func segments(_ control: TaskControl) -> Segments {
        Segments(
            Segments.File(
                job: JobID(rawValue: 1), source: Path("/big"), version: nil,
                part: Part(id: PartID(token: "x", number: 1), file: Path("/big"), place: .inPlace),
                root: nil, size: SegmentMeetingTests.size, control: control, throttles: [],
                leastSegment: 10),
            written: [], trial: SegmentTrial())
    }

    @Test("Three may come, and each gets a place of its own")
    func places() {
        let control = control()
        let meeting = meeting(control)
        #expect(meeting.openings == 3)
        for _ in 0..<3 { meeting.expectOne() }
        #expect(meeting.openings == 0)
        #expect((0..<3).map { _ in meeting.arrive() } == [1, 2, 3])
        meeting.gather(atMost: 60)
        // The first gets more than the last.
        #expect((1...3).map { meeting.awaitOpening($0) } == [107, 209, 307])
        let segments = segments(control)
        meeting.begin(segments)
        #expect(meeting.awaitOpening(2) == 209)
        #expect(meeting.awaitSegments() === segments)
        // They are expected there, and nobody else is needed.
        #expect(segments.openings == 0)
    }

    @Test("They ask for the file one after the other, within a round trip")
    func turns() {
        let meeting = meeting(control(), distance: 0.2)
        for _ in 0..<3 { meeting.expectOne() }
        for _ in 0..<3 { _ = meeting.arrive() }
        let start = Throttle.now()
        meeting.gather(atMost: 60)
        #expect(meeting.awaitOpening(1) == 107)
        #expect(Throttle.now() - start >= 0.05)
        #expect(meeting.awaitOpening(3) == 307)
        #expect(Throttle.now() - start >= 0.15)
    }

    @Test("Nobody is waited for who does not come")
    func absent() {
        let meeting = meeting(control())
        meeting.expectOne()
        #expect(meeting.arrive() == 1)
        meeting.noteComing(0)
        meeting.gather(atMost: 60)
        #expect(meeting.awaitOpening(1) == 214)
        // Who comes now is too late.
        meeting.expectOne()
        #expect(meeting.arrive() == nil)
        #expect(meeting.openings == 0)
    }

    @Test("The place of one who leaves is free for others")
    func leaving() {
        let control = control()
        let meeting = meeting(control)
        meeting.expectOne()
        #expect(meeting.arrive() == 1)
        meeting.noteComing(0)
        meeting.gather(atMost: 60)
        meeting.leave()
        let first = segments(control)
        meeting.begin(first)
        #expect(first.openings == 3)
        let other = self.meeting(control)
        other.expectOne()
        #expect(other.arrive() == 1)
        let second = segments(control)
        other.begin(second)
        #expect(second.openings == 2)
        other.leave()
        #expect(second.openings == 3)
    }

    @Test("Whoever waits hears of the end, and of a job that is stopped")
    func ends() {
        let meeting = meeting(control())
        meeting.expectOne()
        #expect(meeting.arrive() == 1)
        let heard = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            if meeting.awaitOpening(1) == nil, meeting.awaitSegments() == nil { heard.signal() }
        }
        meeting.end()
        #expect(heard.wait(timeout: .now() + 60) == .success)
        let control = control()
        let stopped = self.meeting(control)
        control.stop()
        stopped.gather(atMost: 60)
        #expect(stopped.awaitOpening(1) == nil)
        #expect(stopped.awaitSegments() == nil)
    }
}
