import Files
import Glibc
import HTTP
import UI
import Web
import Words

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
        StandardError.say(Failure.prefix + tr("Saved as \(name) (\(Format.amount(kept.size)))."))
    }
}

/// Nowhere, which is told.
final class DroppedBody: BodyPrinting {
    /// How a body can be got that is not shown.
    enum Advice {
        /// By `-o`.
        case output
        /// By `--keep`, too.
        case keepOrOutput
    }

    private let type: String
    private let advice: Advice
    private var size: UInt64 = 0

    init(_ type: MediaType?, _ advice: Advice) {
        self.type = type?.text ?? tr("unknown data")
        self.advice = advice
    }

    func write(_ bytes: UnsafeRawBufferPointer) { size += UInt64(bytes.count) }

    func finish() {
        let amount = Format.amount(size)
        let sentence =
            switch advice {
            case .output:
                tr("The body, \(amount) of \(type), was not shown; use -o FILE to save it.")
            case .keepOrOutput:
                tr(
                    "The body, \(amount) of \(type), was not shown; use --keep to save it under its "
                        + "own name, or -o FILE.")
            }
        StandardError.say(Failure.prefix + sentence)
    }
}
