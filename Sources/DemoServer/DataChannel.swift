import CLinux
import Glibc

/// One data connection: bytes in or out, at the pace that is allowed, up to the fault that is
/// planned, while the control connection is watched for ABOR.
final class DataChannel {
    /// Why a transfer is over.
    enum Ending: Equatable {
        case complete
        /// The client sent ABOR.
        case aborted
        /// The client closed the data connection early.
        case lost
        /// The planned fault happens now.
        case fault
        /// A system call on the file failed: errno.
        case failed(CInt)
    }

    /// Bytes read and sent at a time.
    static let blockSize = 256 * 1_024

    private let connection: Descriptor
    private let control: Control
    private let bytesPerSecond: UInt64?
    private let limit: UInt64?
    private let started = Clock.milliseconds()
    private var count: UInt64 = 0

    /// `limit`: bytes until the fault.
    init(_ connection: Descriptor, control: Control, bytesPerSecond: UInt64?, limit: UInt64?) {
        self.connection = connection
        self.control = control
        self.bytesPerSecond = bytesPerSecond
        self.limit = limit
    }

    /// Sends all of `bytes`; nil to go on.
    func send(_ bytes: UnsafeRawBufferPointer) throws(Departure) -> Ending? {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let ending = try ready(.write) { return ending }
            let room = allowance(rest.count)
            guard room > 0 else { return .fault }
            let block = UnsafeRawBufferPointer(rebasing: rest.prefix(room))
            guard let written = Socket.write(connection, block) else { continue }
            guard written > 0 else { return .lost }
            rest = rest.dropFirst(written)
            count &+= UInt64(written)
        }
        return allowance(1) == 0 ? .fault : nil
    }

    /// Reads some bytes: their number, or why there are no more.
    func receive(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Departure) -> Result<Int, Stop> {
        while true {
            if let ending = try ready(.read) { return .failure(Stop(ending: ending)) }
            let room = allowance(buffer.count)
            guard room > 0 else { return .failure(Stop(ending: .fault)) }
            let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room))
            guard let received = Socket.read(connection, block) else { continue }
            guard received >= 0 else { return .failure(Stop(ending: .lost)) }
            guard received > 0 else { return .failure(Stop(ending: .complete)) }
            count &+= UInt64(received)
            return .success(received)
        }
    }

    /// Carries an ending as an error.
    struct Stop: Error {
        let ending: Ending
    }

    /// Makes closing reset the connection.
    func armReset() {
        Socket.armReset(connection)
    }

    /// Waits for the pace first and then for the connection; ABOR ends either.
    private func ready(_ interest: Socket.Interest) throws(Departure) -> Ending? {
        while true {
            if control.takeAbort() { return .aborted }
            let pause = pauseForPace()
            if pause > 0 {
                _ = try control.wait(for: nil, [], milliseconds: pause)
                continue
            }
            _ = try control.wait(for: connection, interest, milliseconds: -1)
            if control.takeAbort() { return .aborted }
            return nil
        }
    }

    private func pauseForPace() -> CInt {
        guard let bytesPerSecond else { return 0 }
        let due = Double(count) / Double(bytesPerSecond) * 1_000
        let elapsed = Double(Clock.milliseconds() - started)
        return due > elapsed ? CInt(min(due - elapsed + 1, 60_000)) : 0
    }

    /// How many of `wanted` bytes may go at once; 0 at the fault.
    private func allowance(_ wanted: Int) -> Int {
        var room = UInt64(wanted)
        if let bytesPerSecond { room = min(room, max(1, bytesPerSecond / 20)) }
        if let limit { room = min(room, limit > count ? limit - count : 0) }
        return Int(room)
    }
}
