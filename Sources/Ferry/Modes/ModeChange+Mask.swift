import Files
import Glibc

extension ModeChange {
    /// The bits that this process does not give to what it makes, and `+x` does not touch.
    static func processMask() -> UInt16 {
        // There is no other way to ask for it than to set it.
        let mask = umask(0o077)
        _ = umask(mask)
        return UInt16(truncatingIfNeeded: mask)
    }
}
