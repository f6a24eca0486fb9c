import CLinux
import Glibc

/// The system calls that a share needs (seccomp(2)): it starts no program, connects to nobody and traces nobody. What
/// is refused fails as if the kernel did not have it.
struct CallFilter {
    private static let load: UInt16 = 0x20
    private static let isEqual: UInt16 = 0x15
    private static let isAtLeast: UInt16 = 0x35
    private static let hasBits: UInt16 = 0x45
    private static let and: UInt16 = 0x54
    private static let end: UInt16 = 0x06
    private static let allow: UInt32 = 0x7FFF_0000
    private static let fail: UInt32 = 0x0005_0000
    /// Where the number of the call is, its architecture, and the lower half of each argument.
    private static let number: UInt32 = 0
    private static let architecture: UInt32 = 4
    private static func argument(_ index: UInt32) -> UInt32 { 16 + 8 * index }

    private(set) var steps: [ferry_filter_step] = []

    /// Nil where the calls of this machine's architecture are not known.
    init?(process: pid_t = getpid()) {
        let known = ferry_call_architecture()
        guard known != 0 else { return nil }
        add(CallFilter.load, CallFilter.architecture)
        add(CallFilter.isEqual, known, 1, 0)
        add(CallFilter.end, CallFilter.fail | UInt32(ENOSYS))
        add(CallFilter.load, CallFilter.number)
        // Numbers of another set of calls on the same machine (x32).
        add(CallFilter.isAtLeast, 0x4000_0000, 0, 1)
        add(CallFilter.end, CallFilter.fail | UInt32(ENOSYS))
        var numbers: UnsafePointer<CInt>?
        let count = ferry_serving_calls(&numbers)
        for number in UnsafeBufferPointer(start: numbers, count: count) {
            add(CallFilter.isEqual, UInt32(number), 0, 1)
            add(CallFilter.end, CallFilter.allow)
        }
        // Data that opens a connection (MSG_FASTOPEN).
        limit(FERRY_CALL_SENDTO, argument: 3, bits: 0x2000_0000)
        limit(FERRY_CALL_SENDMSG, argument: 2, bits: 0x2000_0000)
        limit(FERRY_CALL_SENDMMSG, argument: 3, bits: 0x2000_0000)
        addSockets()
        addTimes()
        // Threads, and no processes.
        limit(FERRY_CALL_CLONE, argument: 0, bits: 0x0001_0000, areNeeded: true)
        // What memory holds is never a program.
        limit(FERRY_CALL_MMAP, argument: 2, bits: UInt32(PROT_EXEC))
        limit(FERRY_CALL_MPROTECT, argument: 2, bits: UInt32(PROT_EXEC))
        limit(FERRY_CALL_PRLIMIT, argument: 0, to: [0])
        limit(FERRY_CALL_TGKILL, argument: 0, to: [UInt32(process)])
        // The names of threads and of memory.
        limit(FERRY_CALL_PRCTL, argument: 0, to: [15, 16, 0x5356_4D41])
        // How a terminal is and how large, what can be read, a file's second copy, and whether a directory folds
        // names: nothing is typed for the user.
        limit(
            FERRY_CALL_IOCTL, argument: 1,
            to: [0x5401, 0x802C_542A, 0x5413, 0x541B, 0x5421, 0x4004_9409, 0x8008_6601])
        add(CallFilter.end, CallFilter.fail | UInt32(ENOSYS))
    }

    private mutating func add(
        _ code: UInt16, _ value: UInt32, _ ifTrue: UInt8 = 0, _ ifFalse: UInt8 = 0
    ) {
        steps.append(
            ferry_filter_step(code: code, if_true: ifTrue, if_false: ifFalse, value: value))
    }

    /// Steps for one call, after which nothing more is asked of it.
    private mutating func begin(_ call: ferry_limited_call, steps count: Int) {
        add(
            CallFilter.isEqual, UInt32(bitPattern: ferry_limited_call(call)), 0, UInt8(count))
    }

    private mutating func limit(
        _ call: ferry_limited_call, argument: UInt32, to values: [UInt32]
    ) {
        begin(call, steps: values.count + 3)
        add(CallFilter.load, CallFilter.argument(argument))
        for (index, value) in values.enumerated() {
            add(CallFilter.isEqual, value, UInt8(values.count - index), 0)
        }
        add(CallFilter.end, CallFilter.fail | UInt32(EPERM))
        add(CallFilter.end, CallFilter.allow)
    }

    /// Allows a call where the argument has some of the bits, or where it has none of them.
    private mutating func limit(
        _ call: ferry_limited_call, argument: UInt32, bits: UInt32, areNeeded: Bool = false
    ) {
        begin(call, steps: 4)
        add(CallFilter.load, CallFilter.argument(argument))
        add(CallFilter.hasBits, bits, areNeeded ? 1 : 0, areNeeded ? 0 : 1)
        add(CallFilter.end, CallFilter.fail | UInt32(EPERM))
        add(CallFilter.end, CallFilter.allow)
    }

    /// Of TCP, to be connected to.
    private mutating func addSockets() {
        begin(FERRY_CALL_SOCKET, steps: 11)
        add(CallFilter.load, CallFilter.argument(0))
        add(CallFilter.isEqual, UInt32(AF_INET), 1, 0)
        add(CallFilter.isEqual, UInt32(AF_INET6), 0, 6)
        add(CallFilter.load, CallFilter.argument(1))
        add(CallFilter.and, 0xF)
        add(CallFilter.isEqual, 1, 0, 3)
        add(CallFilter.load, CallFilter.argument(2))
        add(CallFilter.isEqual, 0, 2, 0)
        add(CallFilter.isEqual, UInt32(IPPROTO_TCP), 1, 0)
        add(CallFilter.end, CallFilter.fail | UInt32(EPERM))
        add(CallFilter.end, CallFilter.allow)
    }

    /// Of an open file, and none by its name: Landlock does not ask where that is.
    private mutating func addTimes() {
        begin(FERRY_CALL_UTIMENSAT, steps: 6)
        add(CallFilter.load, CallFilter.argument(1))
        add(CallFilter.isEqual, 0, 0, 2)
        add(CallFilter.load, CallFilter.argument(1) + 4)
        add(CallFilter.isEqual, 0, 1, 0)
        add(CallFilter.end, CallFilter.fail | UInt32(EPERM))
        add(CallFilter.end, CallFilter.allow)
    }

    /// Holds from now on, for this thread and what it starts or for all of the process; false with errno set where
    /// the kernel refuses it.
    func enter(allThreads: Bool = true) -> Bool {
        ferry_filter_calls(steps, UInt16(clamping: steps.count), allThreads ? 1 : 0) == 0
    }
}
