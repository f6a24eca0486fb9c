import Glibc

/// Owns a file descriptor, and closes it when nobody holds it any more.
final class Descriptor: Sendable {
    let number: CInt

    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

/// The words of the last system call's failure.
enum SystemCall {
    static var lastError: String { words(for: errno) }

    static func words(for number: CInt) -> String {
        String(cString: strerror(number))
    }
}
