import Files
import Glibc
import HTTP

/// Prints the replies of a raw exchange as they come: heads sanitised, bodies where they belong.
final class RawPrinter {
    enum Destination {
        /// Text to stdout, the rest nowhere.
        case shown
        /// Each to a file of its own in the working directory.
        case kept
        /// All to one file; `-` is stdout.
        case file(String)
    }

    /// Why the replies were not whole, a sentence each.
    private(set) var faults: [String] = []

    private let destination: Destination
    private var targets: ArraySlice<[UInt8]>
    private let heads: CInt
    private var file: CInt = -1
    private var head: RawReplyHead?
    private var body: (any BodyPrinting)?

    init(_ request: RawRequest, place destination: Destination) {
        self.destination = destination
        targets = request.lines.map(\.target)[...]
        if case .file("-") = destination { heads = STDERR_FILENO } else { heads = STDOUT_FILENO }
    }

    deinit {
        if file >= 0 { close(file) }
    }

    func take(_ event: RawReplyParser.Event) throws(FileSystemError) {
        switch event {
        case .head(let head):
            self.head = head
            try say((head.text + ["", ""]).joined(separator: "\n"))
        case .headless:
            head = nil
        case .remark(let words):
            StandardError.say("ferry: \(words)")
        case .body(let bytes):
            let printing: any BodyPrinting
            if let body { printing = body } else { printing = try begin(bytes) }
            body = printing
            try printing.write(bytes)
        case .trailer(let line):
            try endBody()
            try say(VisibleText.make(line) + "\n")
        case .end(let end):
            try endBody()
            if end != .interim { _ = targets.popFirst() }
            switch end {
            case .whole, .closed, .interim: break
            case .cut(let words): faults.append("The reply ended \(words).")
            case .broken(let words): faults.append("The reply was not read on, because \(words).")
            }
        }
    }

    func finish() throws(FileSystemError) {
        try endBody()
        guard file >= 0 else { return }
        let result = close(file)
        file = -1
        if result != 0 { throw BodyFailure.made("The file", errno) }
    }

    private func begin(_ first: UnsafeRawBufferPointer) throws(FileSystemError) -> any BodyPrinting
    {
        switch destination {
        case .shown:
            guard RawText.isText(head, first) else {
                return DroppedBody(
                    head?.mediaType, "--keep keeps it under a fitting name, -o FILE under another")
            }
            return ShownBody()
        case .kept:
            let target = targets.first ?? []
            guard let name = BodyName.make(for: head, target: target) else {
                throw FileSystemError(.badName, detail: "The body has no name to keep it under.")
            }
            return SavedBody(try KeptBody(named: name, in: Place.workingDirectory()))
        case .file("-"):
            return CopiedBody(STDOUT_FILENO, "stdout")
        case .file(let path):
            if file < 0 { file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
            guard file >= 0 else { throw BodyFailure.made(VisibleText.make(path), errno) }
            return CopiedBody(file, VisibleText.make(path))
        }
    }

    private func endBody() throws(FileSystemError) {
        defer { body = nil }
        try body?.finish()
    }

    private func say(_ text: String) throws(FileSystemError) {
        guard Output(descriptor: heads).writeAll(Array(text.utf8)) else {
            throw BodyFailure.made("The reply's head", errno)
        }
    }
}
