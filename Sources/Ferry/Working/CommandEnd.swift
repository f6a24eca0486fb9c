import Dispatch
import Glibc
import Synchronization

/// Ends a command as Ctrl-C and its like ask for, with every program that it has started: these have
/// sessions of their own, and would not hear of it.
final class CommandEnd: Sendable {
    private let isEnding = Atomic<Bool>(false)

    /// Has `close` called, then ends the process by the signal that came; nil where the process has no
    /// descriptor left. To be made before any thread is.
    static func watching(_ close: @escaping @Sendable () -> Void) -> CommandEnd? {
        guard let signals = EndSignals() else { return nil }
        let end = CommandEnd()
        DispatchQueue(label: "ferry.signals").async {
            let number = signals.wait()
            end.isEnding.store(true, ordering: .releasing)
            close()
            OwnChildren.kill()
            EndSignals.end(by: number)
        }
        return end
    }

    private init() {}

    /// Does not return where a signal ends the process: what fails because of that is nothing to be
    /// said.
    func settle() {
        while isEnding.load(ordering: .acquiring) { pause() }
    }
}
