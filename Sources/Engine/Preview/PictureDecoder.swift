import CLinux
import Files
import Glibc
import Terminal
import Words
import Work

/// Has chafa turn a picture into what a terminal shows, in a process of its own with limits of time,
/// memory and output: decoding a stranger's bytes is what programs are broken into by.
struct PictureDecoder {
    /// Why there is no picture.
    enum Refusal: Error {
        /// chafa is not installed.
        case missing
        /// It did not decode it within the limits; a sentence.
        case unreadable(String)
        case stopped
    }

    /// Bytes that it may write.
    private static let outputLimit = 16 << 20
    /// Seconds that it may take.
    private static let timeLimit = 8.0

    /// How the terminal is told of a picture.
    enum Way: Hashable {
        case characters
        case kitty
        case sixels(CellPixels)
    }

    /// What decodes; looked for in PATH.
    var program = "chafa"
    let area: Size
    let isASCII: Bool
    let stop: Cancellation
    /// Nil for what the terminal is known to show.
    var way: Way?

    /// A picture of these bytes.
    func decode(_ bytes: [UInt8], number: Int) throws(Refusal) -> Picture {
        let way = isASCII ? .characters : way ?? PictureDecoder.usualWay
        let output = try run(bytes, way)
        let form: Picture.Form? =
            switch way {
            case .characters:
                PictureOutput.characters(output, in: area).map { .characters($0) }
            case .kitty: PictureOutput.kitty(output, in: area).map { .kitty($0) }
            case .sixels(let cell):
                SixelOutput.text(
                    output, width: area.width * cell.width, height: area.height * cell.height
                ).map { .sixels($0) }
            }
        guard let form else {
            throw .unreadable(tr("The decoder wrote something that is not a picture."))
        }
        return Picture(number: number, form: form, size: area)
    }

    /// Pixels where the terminal is one that takes them; within another program nobody knows.
    private static var usualWay: Way {
        guard variable("TMUX") == nil, variable("STY") == nil else { return .characters }
        let type = variable("TERM") ?? ""
        if variable("KITTY_WINDOW_ID") != nil || ["xterm-kitty", "xterm-ghostty"].contains(type) {
            return .kitty
        }
        // The protocol tells no size in cells: without that of a cell a picture may cover what is
        // beside it.
        guard takesSixels(type), let cell = CellPixels.ofTerminal else { return .characters }
        return .sixels(cell)
    }

    private static func takesSixels(_ type: String) -> Bool {
        if ["foot", "mlterm", "contour", "yaft"].contains(where: type.hasPrefix) { return true }
        if ["WezTerm", "mintty", "iTerm.app"].contains(variable("TERM_PROGRAM") ?? "") {
            return true
        }
        // Konsole since 22.04.
        return variable("KONSOLE_VERSION").flatMap { Int($0) }.map { $0 >= 220_400 } ?? false
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How many colours characters may have.
    private static var colours: String {
        if variable("NO_COLOR") != nil { return "none" }
        if let depth = variable("COLORTERM"), depth == "truecolor" || depth == "24bit" {
            return "full"
        }
        return (variable("TERM") ?? "").contains("256color") ? "256" : "16"
    }

    private func arguments(_ way: Way) -> [String] {
        let format =
            switch way {
            case .characters: "symbols"
            case .kitty: "kitty"
            case .sixels: "sixels"
            }
        // The shell sets the limits before there is anything to decode: a gigabyte of addresses, five
        // seconds of work, no file, and no core of a stranger's picture.
        let limits = "ulimit -v 1048576; ulimit -t 5; ulimit -f 0; ulimit -c 0; exec \"$@\""
        return ["/bin/sh", "-c", limits, "sh", program, "--animate=off", "--polite=on"]
            + (isASCII ? ["--symbols=ascii"] : [])
            + ["-f", format, "-c", PictureDecoder.colours]
            + ["-s", "\(area.width)x\(area.height)", "-"]
    }

    private func run(_ bytes: [UInt8], _ way: Way) throws(Refusal) -> [UInt8] {
        // Neither a password nor the way to an agent.
        let environment =
            ["PATH=\(PictureDecoder.variable("PATH") ?? "/usr/bin:/bin")"]
            + ["LC_ALL=C.UTF-8", "TERM=xterm-256color"]
        let input = ferry_memory_file()
        guard input >= 0 else { throw .unreadable(tr("Too many files are open.")) }
        defer { close(input) }
        var ends: [CInt] = [-1, -1]
        guard write(bytes, to: input), ferry_pipe(&ends) == 0 else {
            throw .unreadable(tr("There is not enough memory for the picture."))
        }
        defer { close(ends[0]) }
        // As long as the decoder looks at it, both ends are needed.
        var (terminal, other): (CInt, CInt) = (-1, -1)
        if case .sixels(let cell) = way { (terminal, other) = cell.terminal() }
        defer { for descriptor in [terminal, other] where descriptor >= 0 { close(descriptor) } }
        var child: pid_t = 0
        let code = spawn(arguments(way), environment, input, ends[1], terminal, &child)
        close(ends[1])
        guard code == 0 else {
            throw .unreadable(tr("The decoder could not be started."))
        }
        let result = Result { () throws(Refusal) in try read(from: ends[0]) }
        kill(-child, SIGKILL)
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let output = try result.get()
        if status & 0x7F == 0, status >> 8 & 0xFF == 127 { throw .missing }
        guard !output.isEmpty else {
            throw .unreadable(tr("It could not be decoded as a picture."))
        }
        return output
    }

    private func write(_ bytes: [UInt8], to file: CInt) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { buffer in
                pwrite(file, buffer.baseAddress, buffer.count, off_t(offset))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return lseek(file, 0, SEEK_SET) == 0
    }

    /// All that it writes, until it closes its end.
    private func read(from pipe: CInt) throws(Refusal) -> [UInt8] {
        let start = Instant.now()
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if stop.isCancelled { throw .stopped }
            guard Instant.now().seconds(since: start) < PictureDecoder.timeLimit else {
                throw .unreadable(tr("Decoding the picture took too long."))
            }
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 50) > 0 else { continue }
            let count = Glibc.read(pipe, &block, block.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else {
                throw .unreadable(tr("The decoder's output could not be read."))
            }
            if count == 0 { return output }
            output += block[..<count]
            guard output.count <= PictureDecoder.outputLimit else {
                throw .unreadable(tr("The picture is too large to be shown."))
            }
        }
    }

    private func spawn(
        _ arguments: [String], _ environment: [String], _ input: CInt, _ output: CInt,
        _ terminal: CInt, _ child: inout pid_t
    ) -> CInt {
        let sink =
            terminal >= 0
            ? fcntl(terminal, F_DUPFD_CLOEXEC, 3) : open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard sink >= 0 else { return errno }
        defer { close(sink) }
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
        defer { for pointer in argv + envp { free(pointer) } }
        argv.append(nil)
        envp.append(nil)
        return ferry_spawn_helper(&argv, &envp, input, output, sink, &child)
    }
}
