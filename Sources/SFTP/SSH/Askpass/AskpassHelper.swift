import Glibc

/// Ferry as the program that ssh starts to ask its user (SSH_ASKPASS): it hands the question to the
/// Ferry that has started ssh, and the answer to ssh.
package enum AskpassHelper {
    /// Names the socket of the Ferry that answers.
    static let variable = "FERRY_ASKPASS"

    /// What the process is to end with, where it was started for that; nil where it was not. Waits for
    /// the answer, which goes to stdout; 1 where there is none.
    package static func run() -> CInt? {
        guard let path = getenv(variable), CommandLine.argc == 2,
            let argument = CommandLine.unsafeArgv[1]
        else { return nil }
        let kind = getenv("SSH_ASKPASS_PROMPT").map { String(cString: $0) } ?? ""
        let request = AskpassRequest(
            AskpassRequest.Kind(rawValue: kind) ?? .typed, String(cString: argument))
        guard let answer = answer(to: request, at: String(cString: path)) else { return 1 }
        return put(answer) ? 0 : 1
    }

    /// With its line feed.
    private static func answer(to request: AskpassRequest, at path: String) -> [UInt8]? {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let address = UnixAddress(path),
            address.withPointer({ connect(descriptor, $0, $1) }) == 0
        else { return nil }
        var rest = request.bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
        guard shutdown(descriptor, CInt(SHUT_WR)) == 0 else { return nil }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while answer.count <= AskpassRequest.answerLimit + 1 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            answer += buffer[..<count]
            if let end = answer.firstIndex(of: 0x0A) { return Array(answer[...end]) }
        }
        return nil
    }

    private static func put(_ answer: [UInt8]) -> Bool {
        var rest = answer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
