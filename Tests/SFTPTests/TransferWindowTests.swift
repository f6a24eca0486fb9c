import Testing

@testable import SFTP

@Suite("How much of a file is on its way")
struct TransferWindowTests {
    /// Moves a file over a line that carries `rate` bytes a second, with `roundTrip` seconds there and
    /// back, of which others take a share of what it could have: the largest window.
    private func largest(rate: Double, roundTrip: Double, share: Double = 1) -> Int {
        var window = TransferWindow()
        var time = 0.0
        let packet = 32 << 10
        for _ in 0..<5_000 {
            // Where the window is too small for the line, the way decides, and else the line.
            let byWay = Double(window.size) / roundTrip
            time += Double(packet) / min(byWay, rate * share)
            window.answered(packet, at: time, roundTrip: roundTrip)
        }
        return window.size
    }

    @Test("It grows until the line is full")
    func fast() {
        let size = largest(rate: 25e6, roundTrip: 0.2)
        #expect(size >= 5_000_000 && size <= TransferWindow.most)
    }

    @Test("It grows on a line that others share, as far as its share goes")
    func shared() {
        let size = largest(rate: 25e6, roundTrip: 0.2, share: 0.25)
        #expect(size >= 1_250_000 && size <= 4 << 20)
    }

    @Test("On a slow line it stays small")
    func slow() {
        #expect(largest(rate: 125_000, roundTrip: 0.05) <= 512 << 10)
        #expect(largest(rate: 125_000, roundTrip: 0.6) <= 512 << 10)
    }
}
