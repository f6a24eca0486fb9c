import Glibc

/// An open descriptor, closed with its last owner.
final class Descriptor {
    let number: CInt

    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        Glibc.close(number)
    }
}
