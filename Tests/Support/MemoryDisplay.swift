package import Terminal

/// A display without a terminal: keeps what is drawn, gives the events it was given.
package final class MemoryDisplay: Display {
    package private(set) var size: Size
    package private(set) var frames: [Frame] = []
    /// Each full redraw, suspension and program outside, in order.
    package private(set) var calls: [String] = []
    package private(set) var isClosed = false
    package let descriptor: CInt
    package let patience: Int32? = nil
    private var waiting: [Event] = []

    /// `descriptor` is what the loop under test polls; -1 is never readable.
    package init(size: Size, descriptor: CInt = -1) {
        self.size = size
        self.descriptor = descriptor
    }

    /// Keeps events for the next `events()`.
    package func send(_ events: [Event]) {
        waiting += events
    }

    package func resize(_ size: Size) {
        self.size = size
        waiting.append(.resize(size))
    }

    /// As if the terminal's window was closed.
    package func close() {
        isClosed = true
    }

    /// The newest frame's rows.
    package var lines: [String] { frames.last?.lines ?? [] }

    package func events() -> [Event] {
        let events = waiting
        waiting = []
        return events
    }

    package func draw(_ frame: Frame) {
        frames.append(frame)
    }

    package func redraw() { calls.append("redraw") }
    package func suspend() { calls.append("suspend") }
    package func resume() { calls.append("resume") }
    package func leave() { calls.append("leave") }

    package func runOutside(_ body: () -> Void) {
        calls.append("outside")
        body()
    }
}
