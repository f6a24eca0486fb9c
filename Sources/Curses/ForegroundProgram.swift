import Files
import Glibc

/// Runs an editor, a pager or a shell on the terminal, within `Display.runOutside`.
package enum ForegroundProgram {
    /// Waits until the program ends. Returns nothing where it ended well, else one sentence.
    /// `arguments` start with the program, which is looked for in PATH; `directory` is where it
    /// runs.
    package static func run(_ arguments: [String], in directory: String? = nil) -> String? {
        guard let program = arguments.first else { return "There is no program to run." }
        let shown = VisibleText.make(program)
        var all = arguments
        if let directory {
            all = ["/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", directory] + all
        }
        var child: pid_t = 0
        let code = spawn(all, &child)
        guard code == 0 else {
            return "'\(shown)' cannot be started: \(String(cString: strerror(code)))."
        }
        let status = wait(for: child)
        if status & 0x7F != 0 { return "'\(shown)' was ended by signal \(status & 0x7F)." }
        let exit = status >> 8 & 0xFF
        if exit == 127, directory != nil { return "'\(shown)' cannot be started." }
        return exit == 0 ? nil : "'\(shown)' ended with code \(exit)."
    }

    /// 0, or the system's error number.
    private static func spawn(_ arguments: [String], _ child: inout pid_t) -> CInt {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child must not inherit what Ferry blocks and ignores.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        guard let program = pointers[0] else { return ENOMEM }
        return posix_spawnp(&child, program, nil, &attributes, pointers, environ)
    }

    /// The raw wait status. Where the program is stopped (Ctrl-Z in an editor), Ferry stops with
    /// it, so that the shell gets the terminal, and continues it afterwards.
    private static func wait(for child: pid_t) -> CInt {
        var status: CInt = 0
        while true {
            let result = waitpid(child, &status, WUNTRACED)
            if result < 0, errno == EINTR { continue }
            guard result == child else { return 0 }
            if status & 0xFF != 0x7F { return status }
            Signals.stopProcess()
            kill(child, SIGCONT)
        }
    }
}
