/// Waiting for nothing but the time.
package enum Pause {
    /// Waits so many seconds; throws `.cancelled` as soon as `interrupter` is told to interrupt.
    package static func wait(
        seconds: Double, _ interrupter: Interrupter
    ) throws(TransportError) {
        do throws(TransportError) {
            // It is never given.
            try Notice().wait(interrupter, .after(seconds: seconds))
        } catch {
            guard error.kind == .timeout else { throw error }
        }
    }
}
