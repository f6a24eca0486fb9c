import Glibc

/// Runs a short program to its end.
package enum Command {
    /// Its exit status; -1 where it could not run, was killed, or took longer than `seconds`: then
    /// it is killed, with all that it started. Output is dropped, and there is no terminal on which it
    /// could ask anything.
    package static func run(_ arguments: [String], seconds: Double = 120) -> Int {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: CInt in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let vector = CStrings(arguments)
        let variables = CStrings(ChildProcess.environment(adding: [:]))
        var process: pid_t = 0
        var status = SpawnAttributes.with(.session) {
            posix_spawnp(
                &process, arguments.first ?? "", &actions, $0, vector.pointers,
                variables.pointers)
        }
        guard status == 0 else { return -1 }
        guard ProcessEnd.wait(for: process, Deadline(seconds: seconds), &status) else {
            kill(-process, SIGKILL)
            waitpid(process, nil, 0)
            return -1
        }
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : -1
    }
}
