import CLinux
import Glibc
import SFTP

/// The pipes between the screen and the process of its share.
struct SharePipes {
    private var input: [CInt] = [-1, -1]
    private var output: [CInt] = [-1, -1]
    private var errors: [CInt] = [-1, -1]

    /// Where orders are written to it.
    var orders: CInt { input[1] }
    /// Where its news are read.
    var news: CInt { output[0] }
    /// Where its complaints are read.
    var complaints: CInt { errors[0] }

    /// False with errno set where there are no descriptors left.
    mutating func open() -> Bool {
        guard ferry_pipe(&input) == 0, ferry_pipe(&output) == 0, ferry_pipe(&errors) == 0 else {
            let code = errno
            close()
            errno = code
            return false
        }
        // Programs do not expect a pipe that refuses to wait, and orders are short.
        for end in [input[0], input[1], output[1], errors[1]] { _ = fcntl(end, F_SETFL, 0) }
        return true
    }

    /// Starts it with the folder's path behind the arguments, and gives it its ends; 0, or errno.
    mutating func spawn(_ arguments: [String], folder: [UInt8], _ child: inout pid_t) -> CInt {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        argv.append(
            (folder + [0]).withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
            })
        var envp: [UnsafeMutablePointer<CChar>?] = ChildEnvironment.make(adding: [:])
            .map { strdup($0) }
        defer { for pointer in argv + envp { free(pointer) } }
        guard !argv.contains(nil), !envp.contains(nil) else { return ENOMEM }
        argv.append(nil)
        envp.append(nil)
        let code = ferry_spawn_helper(&argv, &envp, input[0], output[1], errors[1], &child)
        for end in [input[0], output[1], errors[1]] { Glibc.close(end) }
        (input[0], output[1], errors[1]) = (-1, -1, -1)
        return code
    }

    mutating func close() {
        for end in input + output + errors where end >= 0 { Glibc.close(end) }
        (input, output, errors) = ([-1, -1], [-1, -1], [-1, -1])
    }
}
