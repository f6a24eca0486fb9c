import Dispatch
import Glibc
import Synchronization

/// A server on loopback that does what a test's script says, step by step, on a thread of its
/// own. Every step waits for what it needs, ten seconds at most, so that no test sleeps or hangs.
package final class ScriptedPeer: Sendable {
    /// What a script found that it did not expect.
    package struct Mismatch: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    package let port: UInt16
    private let outcome = Mutex<Result<Void, Mismatch>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Listens, and runs `script` from the first connection on. `address` is one of this machine.
    package init(
        at address: String = "127.0.0.1",
        _ script: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws {
        let listener = try ScriptedSocket.listening(at: address)
        port = try listener.port()
        let descriptor = listener.release()
        Background.run { [self] in
            let conversation = ScriptedConversation(
                ScriptedSocket(descriptor), address: address)
            let result: Result<Void, Mismatch>
            do {
                try conversation.accept()
                try script(conversation)
                result = .success(())
            } catch let mismatch as Mismatch {
                result = .failure(Mismatch("\(mismatch) — so far: \(conversation.received)"))
            } catch {
                result = .failure(Mismatch("\(error)"))
            }
            conversation.end()
            outcome.withLock { $0 = result }
            done.signal()
        }
    }

    /// Waits for the end of the script; throws what it found wrong.
    package func verify() throws {
        guard done.wait(timeout: .now() + 20) == .success else {
            throw Mismatch("the script did not end")
        }
        done.signal()
        try outcome.withLock { $0 }?.get()
    }
}
