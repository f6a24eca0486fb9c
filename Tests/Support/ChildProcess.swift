import Glibc
import Synchronization

/// A process started by a test, and ended with it: it is the leader of a process group, which is
/// killed by `stop`, and also when the tests themselves die (its guard then reads the end of a pipe).
package final class ChildProcess: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Closes every descriptor that leaked in, runs the command, and ends with the tests. The
    /// command's input is the log: vsftpd writes there why it does not start.
    private static let guardian = """
        for name in /proc/self/fd/*; do
          name=${name##*/}
          ((name > 2)) && eval "exec $name>&-"
        done
        exec 3<&0
        "$@" 0>&1 3<&- &
        server=$!
        { cat <&3 >/dev/null; kill -KILL -- -$$; } &
        wait $server
        """

    private struct State {
        var guardPipe: CInt
        /// Nil while it runs.
        var hasEnded = false
    }

    let process: pid_t
    private let state: Mutex<State>

    /// Starts `command` with output and errors appended to the file `log`.
    package init(
        _ command: [String], environment: [String: String] = [:], log: String
    ) throws(Failure) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "pipe failed") }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let arguments = CStrings(["bash", "-c", ChildProcess.guardian, "bash"] + command)
        let variables = CStrings(ChildProcess.environment(adding: environment))
        var number: pid_t = 0
        let status = SpawnAttributes.with(.own) {
            posix_spawn(
                &number, "/bin/bash", &actions, $0, arguments.pointers, variables.pointers)
        }
        guard status == 0 else {
            close(ends[1])
            throw Failure(description: "\(command): \(String(cString: strerror(status)))")
        }
        process = number
        state = Mutex(State(guardPipe: ends[1]))
    }

    deinit {
        stop()
    }

    /// Whether it has not ended by itself.
    package var isRunning: Bool {
        state.withLock { state in
            if !state.hasEnded, waitpid(process, nil, WNOHANG) == process { state.hasEnded = true }
            return !state.hasEnded
        }
    }

    /// Kills it with all that it started, and waits for its end.
    package func stop() {
        state.withLock { state in
            if state.guardPipe >= 0 {
                kill(-process, SIGKILL)
                close(state.guardPipe)
                state.guardPipe = -1
            }
            if !state.hasEnded {
                waitpid(process, nil, 0)
                state.hasEnded = true
            }
        }
    }

    /// This process's environment with some variables set.
    package static func environment(adding added: [String: String]) -> [String] {
        var variables: [String] = []
        var pointer = environ
        while let variable = pointer.pointee {
            let text = String(cString: variable)
            let name = text.prefix { $0 != "=" }
            if added[String(name)] == nil { variables.append(text) }
            pointer += 1
        }
        return variables + added.map { "\($0.key)=\($0.value)" }
    }
}
