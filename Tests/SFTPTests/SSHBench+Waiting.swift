import Glibc
import Support
import Testing

extension SSHBench {
    /// Whether it becomes true; looks in short rounds, since no descriptor tells of it.
    func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = Deadline(seconds: 15)
        while !condition() {
            guard deadline.isOpen else { return false }
            poll(nil, 0, 5)
        }
        return true
    }

    /// Lets go whoever reads a pipe with a name.
    static func open(_ path: String) {
        guard let stream = fopen(path, "w") else {
            Issue.record("\(path) cannot be opened")
            return
        }
        fputs("go\n", stream)
        fclose(stream)
    }
}
