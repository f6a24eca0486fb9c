import CLinux
import Files
import Glibc
import Words

/// Runs an editor, a pager or a shell on the terminal, within `Display.runOutside`. The program is
/// a job of its own, as a shell would start it: Ctrl-C reaches it and not Ferry.
package enum ForegroundProgram {
    /// Waits until the program ends. Returns nothing where it ended well, else one sentence that
    /// calls it `what`. `arguments` start with the program, which is looked for in PATH;
    /// `directory` is where it runs. None may hold a NUL. A shell's code is its last command's and
    /// says nothing here: `ignoresCode`. The program and all that it starts have `kept`, a
    /// descriptor, open.
    package static func run(
        _ arguments: [[UInt8]], in directory: [UInt8]? = nil, what: String,
        ignoresCode: Bool = false, kept: CInt? = nil
    ) -> String? {
        guard !arguments.isEmpty else { return tr("There is no program to run.") }
        let name = VisibleText.make(what)
        let terminal = tcgetpgrp(STDIN_FILENO) == getpgrp() ? STDIN_FILENO : -1
        var child: pid_t = 0
        let code = spawn(arguments, directory, terminal, kept, &child)
        guard code == 0 else {
            return tr(
                "\(name) cannot be started (\(systemReason(code, small: true))).")
        }
        let status = wait(for: child, terminal)
        if terminal >= 0 { give(terminal, to: getpgrp()) }
        if status & 0x7F != 0 { return tr("\(name) was ended by signal \(status & 0x7F).") }
        let exit = status >> 8 & 0xFF
        // The shell's own word for it.
        if exit == 127, !ignoresCode { return tr("\(name) was not found (exit code 127).") }
        return exit == 0 || ignoresCode ? nil : tr("\(name) exited with code \(exit).")
    }

    /// 0, or the system's error number.
    private static func spawn(
        _ arguments: [[UInt8]], _ directory: [UInt8]?, _ terminal: CInt, _ kept: CInt?,
        _ child: inout pid_t
    ) -> CInt {
        func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
            (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { strdup($0) }
            }
        }
        var pointers = arguments.map(copy)
        pointers.append(nil)
        let place = directory.flatMap(copy)
        defer {
            for pointer in pointers { free(pointer) }
            free(place)
        }
        return ferry_spawn_foreground(place, &pointers, terminal, kept ?? -1, &child)
    }

    /// The raw wait status. Where the program is stopped (Ctrl-Z in an editor), Ferry stops too, so
    /// that the shell gets the terminal, and continues it afterwards.
    private static func wait(for child: pid_t, _ terminal: CInt) -> CInt {
        var status: CInt = 0
        while true {
            let result = waitpid(child, &status, WUNTRACED)
            if result < 0, errno == EINTR { continue }
            guard result == child else { return 0 }
            if status & 0xFF != 0x7F { return status }
            if terminal >= 0 { give(terminal, to: getpgrp()) }
            Signals.stopProcess()
            if terminal >= 0 { give(terminal, to: child) }
            kill(-child, SIGCONT)
        }
    }

    /// Who gives the terminal away from the background would be stopped for it.
    private static func give(_ terminal: CInt, to group: pid_t) {
        var output = sigset_t()
        sigemptyset(&output)
        sigaddset(&output, SIGTTOU)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &output, &before)
        tcsetpgrp(terminal, group)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
