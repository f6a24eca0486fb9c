import Glibc

/// Runs a short program to its end.
package enum Command {
    /// Its exit status; -1 where it could not run or was killed. Output is dropped.
    package static func run(_ arguments: [String]) -> Int {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: CInt in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let vector = CStrings(arguments)
        let variables = CStrings(ChildProcess.environment(adding: [:]))
        var process: pid_t = 0
        var status = SpawnAttributes.with(.inherited) {
            posix_spawnp(
                &process, arguments.first ?? "", &actions, $0, vector.pointers,
                variables.pointers)
        }
        guard status == 0 else { return -1 }
        guard waitpid(process, &status, 0) == process, status & 0x7F == 0 else { return -1 }
        return Int(status >> 8 & 0xFF)
    }
}
