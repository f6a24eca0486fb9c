import Files
import Glibc
import HTTP
import UI
import Web

/// Where a body goes.
protocol BodyPrinting {
    /// Throws `OutputFailure` where that is at fault.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    func finish() throws
}

/// To stdout; what a terminal must not see is escaped where that is one.
final class ShownBody: BodyPrinting {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private let output = Output.standard
    private var lines = TextLines()

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try output.write(isTerminal ? Array(lines.feed(bytes).utf8) : Array(bytes))
    }

    func finish() throws {
        if isTerminal { try output.write(Array(lines.end().utf8)) }
    }
}

/// To an output as it is, which somebody else ends.
final class CopiedBody: BodyPrinting {
    private let output: Output

    init(_ output: Output) {
        self.output = output
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try output.write(bytes) }

    func finish() {}
}

/// To an output that is this body's alone.
final class OwnBody: BodyPrinting {
    private let output: Output

    init(_ output: Output) {
        self.output = output
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try output.write(bytes) }

    func finish() throws { try output.end() }
}

/// To a file of its own, which is told.
final class SavedBody: BodyPrinting {
    private let kept: BodyFile

    init(_ kept: BodyFile) {
        self.kept = kept
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try kept.write(bytes) }

    func finish() throws {
        try kept.finish()
        let name = kept.path.name?.text ?? kept.path.text
        StandardError.say("ferry: Saved as \(name) (\(Format.amount(kept.size))).")
    }
}

/// Nowhere, which is told.
final class DroppedBody: BodyPrinting {
    private let type: String
    private let advice: String
    private var size: UInt64 = 0

    /// `advice` says how to get it, as the end of a sentence.
    init(_ type: MediaType?, _ advice: String) {
        self.type = type?.text ?? "unknown data"
        self.advice = advice
    }

    func write(_ bytes: UnsafeRawBufferPointer) { size += UInt64(bytes.count) }

    func finish() {
        StandardError.say(
            "ferry: The body, \(Format.amount(size)) of \(type), was not shown; \(advice).")
    }
}
