import Glibc

/// An open descriptor, closed with its last holder.
package final class Descriptor: Sendable {
    package let number: CInt

    /// Takes it over.
    package init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
