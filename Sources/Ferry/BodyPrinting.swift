import Files
import Glibc
import HTTP
import UI

/// Where a body goes.
protocol BodyPrinting {
    func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError)
    func finish() throws(FileSystemError)
}

/// To stdout; what a terminal must not see is escaped where that is one.
final class ShownBody: BodyPrinting {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private let output = Output(descriptor: STDOUT_FILENO)
    private var lines = TextLines()

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        try put(isTerminal ? Array(lines.feed(bytes).utf8) : Array(bytes))
    }

    func finish() throws(FileSystemError) {
        if isTerminal { try put(Array(lines.end().utf8)) }
    }

    private func put(_ bytes: [UInt8]) throws(FileSystemError) {
        guard output.writeAll(bytes) else { throw BodyFailure.made("The body", errno) }
    }
}

/// To a descriptor as it is.
final class CopiedBody: BodyPrinting {
    private let output: Output
    private let name: String
    private var closes: Bool

    init(_ descriptor: CInt, _ name: String, closes: Bool = false) {
        output = Output(descriptor: descriptor)
        self.name = name
        self.closes = closes
    }

    deinit {
        if closes { close(output.descriptor) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        guard output.writeAll(bytes) else { throw BodyFailure.made(name, errno) }
    }

    func finish() throws(FileSystemError) {
        guard closes else { return }
        closes = false
        if close(output.descriptor) != 0 { throw BodyFailure.made(name, errno) }
    }
}

/// To a file of its own, which is told.
final class SavedBody: BodyPrinting {
    private let kept: KeptBody

    init(_ kept: KeptBody) {
        self.kept = kept
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) { try kept.write(bytes) }

    func finish() throws(FileSystemError) {
        try kept.finish()
        let name = kept.path.name?.text ?? kept.path.text
        StandardError.say("ferry: Kept as \(name) (\(Format.amount(kept.size))).")
    }
}

/// Nowhere, which is told.
final class DroppedBody: BodyPrinting {
    private let type: String
    private let advice: String
    private var size: UInt64 = 0

    /// `advice` says how to get it, as the end of a sentence.
    init(_ type: MediaType?, _ advice: String) {
        self.type = type?.text ?? "something that is no text"
        self.advice = advice
    }

    func write(_ bytes: UnsafeRawBufferPointer) { size += UInt64(bytes.count) }

    func finish() {
        StandardError.say(
            "ferry: The body, \(Format.amount(size)) of \(type), was not shown; \(advice).")
    }
}

/// Why what came could not be handed on.
enum BodyFailure {
    static func made(_ what: String, _ code: CInt) -> FileSystemError {
        FileSystemError(
            .other, detail: "\(what) was not written: \(String(cString: strerror(code))).")
    }
}
