import Files
import Glibc
import HTTP
import Words

/// Prints the replies of a raw exchange as they come: heads sanitised, bodies where they belong.
final class RawPrinter {
    enum Destination {
        /// Text to stdout, the rest nowhere.
        case shown
        /// Each to a file of its own in the working directory.
        case kept
        /// All to one file; `-` is stdout.
        case file(ArgumentBytes)
    }

    /// Why the replies were not whole, a sentence each.
    private(set) var faults: [String] = []
    /// Why what came could not be handed on: the reason of the error that was thrown then.
    private(set) var outputFailure: OutputFailure?

    private let destination: Destination
    private var targets: ArraySlice<[UInt8]>
    private let heads: Output
    private var file: Output?
    private var head: RawReplyHead?
    private var body: (any BodyPrinting)?

    init(_ request: RawRequest, place destination: Destination) {
        self.destination = destination
        targets = request.lines.map(\.target)[...]
        if case .file(let file) = destination, file.isStandard {
            heads = Output(descriptor: STDERR_FILENO, name: "stderr")
        } else {
            heads = .standard
        }
    }

    deinit {
        try? file?.end()
    }

    func take(_ event: RawReplyParser.Event) throws(FileSystemError) {
        try noting { try print(event) }
    }

    func finish() throws(FileSystemError) {
        try noting {
            try endBody()
            let closing = file
            file = nil
            try closing?.end()
        }
    }

    private func noting(_ body: () throws -> Void) throws(FileSystemError) {
        do {
            try body()
        } catch let error as FileSystemError {
            throw error
        } catch {
            outputFailure = error as? OutputFailure
            throw FileSystemError(.other, detail: outputFailure?.sentence ?? "\(error)")
        }
    }

    private func print(_ event: RawReplyParser.Event) throws {
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
            case .cut(let words): faults.append(tr("The reply ended \(words)."))
            case .broken(let words):
                faults.append(
                    tr(
                        "Ferry stopped reading the reply, because "
                            + "\(words)."))
            }
        }
    }

    private func begin(_ first: UnsafeRawBufferPointer) throws -> any BodyPrinting {
        switch destination {
        case .shown:
            guard RawText.isText(head, first) else {
                return DroppedBody(head?.mediaType, .keepOrOutput)
            }
            return ShownBody()
        case .kept:
            let target = targets.first ?? []
            guard let name = BodyName.make(for: head, target: target) else {
                throw FileSystemError(
                    .badName, detail: tr("The body has no name to save it under."))
            }
            return SavedBody(try BodyFile(named: name, in: Place.workingDirectory()))
        case .file(let path) where path.isStandard:
            return CopiedBody(.standard)
        case .file(let path):
            let output = try file ?? Output(making: path)
            file = output
            return CopiedBody(output)
        }
    }

    private func endBody() throws {
        defer { body = nil }
        try body?.finish()
    }

    private func say(_ text: String) throws {
        try heads.write(Array(text.utf8))
    }
}
