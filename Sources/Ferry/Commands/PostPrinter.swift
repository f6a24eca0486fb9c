import Files
import Glibc
import HTTP
import UI
import Words

/// Hands on what a server answered to a form.
final class PostPrinter {
    /// Bytes of a text that are printed.
    private static let limit: UInt64 = 1 << 20

    /// `404 Not Found`, where the server did not take the form.
    private(set) var refusal: String?
    private let output: ArgumentBytes?

    init(_ output: ArgumentBytes?) {
        self.output = output
    }

    func take(_ reply: FormReply) throws {
        refusal = reply.isSuccess ? nil : reply.text
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var printing: (any BodyPrinting)?
        var size: UInt64 = 0
        while true {
            let count = try reply.read(into: buffer)
            if count == 0 { break }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            let current: any BodyPrinting
            if let printing { current = printing } else { current = try begin(reply, piece) }
            printing = current
            size &+= UInt64(count)
            try current.write(piece)
            if output == nil, size > PostPrinter.limit {
                reply.cancel()
                StandardError.say(
                    Failure.prefix + tr("The response continues; use -o FILE to save all of it."))
                break
            }
        }
        try printing?.finish()
    }

    private func begin(
        _ reply: FormReply, _ first: UnsafeRawBufferPointer
    ) throws -> any BodyPrinting {
        guard let output else {
            return reply.isText(first)
                ? ShownBody() : DroppedBody(reply.mediaType, .output)
        }
        if output.isStandard { return CopiedBody(.standard) }
        return OwnBody(try Output(making: output))
    }
}

/// How much of a form went out, on stderr; only where that is a terminal.
final class PostProgress {
    private let length: UInt64?
    private let isShown = StandardError.isTerminal
    private let began = PostProgress.now()
    private var last = 0.0

    /// `length` is in bytes; nil where it is not known.
    init(of length: UInt64?) {
        self.length = length
    }

    func show(_ sent: UInt64) {
        let now = PostProgress.now()
        guard isShown, now - last > 0.1 else { return }
        last = now
        var parts: [String] = []
        if let length, length > 0 {
            parts.append("\(Int((Double(sent) / Double(length) * 100).rounded(.down)))%")
        }
        parts.append(Format.size(sent))
        let speed = now > began ? Double(sent) / (now - began) : 0
        parts.append("\(Format.size(UInt64(max(0, min(speed, 1e15)))))/s")
        StandardError.write("\r\u{1B}[K" + parts.joined(separator: "  "))
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }

    /// Seconds of the monotonic clock.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
