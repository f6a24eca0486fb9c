import CLinux
import Glibc

extension ClientSession {
    /// RFC 3659, 5.3: the offset of the next transfer.
    func setRestart(_ argument: [UInt8]) throws(Departure) {
        guard let offset = UInt64(String(decoding: argument, as: UTF8.self)),
            offset <= UInt64(Int64.max)
        else {
            try control.reply(501, "REST needs an offset in bytes.")
            return
        }
        restart = offset
        try control.reply(350, "The next transfer starts at \(offset).")
    }

    /// The offset for the transfer that begins now.
    private func takeRestart() -> UInt64 {
        defer { restart = 0 }
        return faults.isRestIgnored ? 0 : restart
    }

    // MARK: RETR, STOR and APPE (RFC 959, 4.1.3)

    func sendFile(_ argument: [UInt8]) throws(Departure) {
        let offset = takeRestart()
        let path = resolve(argument)
        let file: Descriptor
        let size: UInt64
        do throws(Folder.Failure) {
            file = try folder.openFile(path, O_RDONLY)
            var status = stat()
            guard fstat(file.number, &status) == 0 else { throw .last }
            size = UInt64(clamping: status.st_size)
            guard lseek(file.number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
        } catch {
            try refuse(path, error)
            return
        }
        guard offset <= size else {
            try control.reply(554, "The file ends before byte \(offset).")
            return
        }
        let isBinary = isBinary
        let server = server
        try run(.retr, "Sending the file (\(size - offset) bytes).") { channel throws(Departure) in
            try ClientSession.copy(file, to: channel, isBinary: isBinary) { server.noteSent($0) }
        }
    }

    func receiveFile(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        let offset = takeRestart()
        guard !argument.isEmpty else {
            try control.reply(501, "\(verb.rawValue) needs a name.")
            return
        }
        let path = resolve(argument)
        let file: Descriptor
        do throws(Folder.Failure) {
            file = try folder.openFile(path, O_WRONLY | O_CREAT)
            var status = stat()
            guard fstat(file.number, &status) == 0 else { throw .last }
            if verb == .appe {
                guard lseek(file.number, 0, SEEK_END) >= 0 else { throw .last }
            } else if offset > UInt64(clamping: status.st_size) {
                throw Folder.Failure(number: ESPIPE)
            } else {
                guard ftruncate(file.number, off_t(offset)) == 0,
                    lseek(file.number, off_t(offset), SEEK_SET) >= 0
                else { throw .last }
            }
        } catch {
            if error.number == ESPIPE {
                try control.reply(554, "The file ends before byte \(offset).")
            } else {
                try refuse(path, error)
            }
            return
        }
        let isBinary = isBinary
        try run(verb, "Receiving.") { channel throws(Departure) in
            try ClientSession.copy(channel, to: file, isBinary: isBinary)
        }
    }

    private static func copy(
        _ file: Descriptor, to channel: DataChannel, isBinary: Bool, sent: (Int) -> Void
    ) throws(Departure) -> DataChannel.Ending {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: DataChannel.blockSize, alignment: 16)
        defer { block.deallocate() }
        while true {
            let count = read(file.number, block.baseAddress, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failed(errno) }
            guard count > 0 else { return .complete }
            let bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
            sent(count)
            if isBinary {
                if let ending = try channel.send(bytes) { return ending }
            } else if let ending = try send(LineEnds.expanded(bytes), to: channel) {
                return ending
            }
        }
    }

    private static func copy(
        _ channel: DataChannel, to file: Descriptor, isBinary: Bool
    ) throws(Departure) -> DataChannel.Ending {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: DataChannel.blockSize, alignment: 16)
        defer { block.deallocate() }
        var reducer = LineEnds.Reducer()
        while true {
            switch try channel.receive(into: block) {
            case .failure(let stop):
                let failure = store(reducer.finish(), in: file)
                return stop.ending == .complete ? failure ?? .complete : stop.ending
            case .success(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
                let failure =
                    isBinary ? store(bytes, in: file) : store(reducer.reduce(bytes), in: file)
                if let failure { return failure }
            }
        }
    }

    private static func store(_ bytes: [UInt8], in file: Descriptor) -> DataChannel.Ending? {
        bytes.withUnsafeBytes { store($0, in: file) }
    }

    private static func store(
        _ bytes: UnsafeRawBufferPointer, in file: Descriptor
    ) -> DataChannel.Ending? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = UnsafeRawBufferPointer(rebasing: rest)
            let written = write(file.number, block.baseAddress, block.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return .failed(errno) }
            rest = rest.dropFirst(written)
        }
        return nil
    }

    static func send(
        _ bytes: [UInt8], to channel: DataChannel
    ) throws(Departure) -> DataChannel.Ending? {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + DataChannel.blockSize)
            let result = bytes[start..<end].withUnsafeBytes { block in
                Result { () throws(Departure) in try channel.send(block) }
            }
            if let ending = try result.get() { return ending }
            start = end
        }
        return nil
    }

    // MARK: The replies around a transfer

    /// Opens the data connection, lets `body` use it, and gives the replies, in their order or
    /// the one that a fault makes of it.
    func run(
        _ verb: Verb, _ preliminary: String,
        _ body: (DataChannel) throws(Departure) -> DataChannel.Ending
    ) throws(Departure) {
        let dataFault = faults.data(at: verb.rawValue)
        guard let connection = try openData() else { return }
        let replyFault = faults.replies(at: verb.rawValue)
        switch replyFault {
        case .noPreliminary, .latePreliminary: break
        default: try begin(verb, preliminary)
        }
        if case .earlyFinal = replyFault { try control.reply(226, "Transfer complete.") }
        let ending = try carry(connection, dataFault, body)
        switch ending {
        case .complete:
            try finish(preliminary, replyFault)
        case .fault:
            try happen(dataFault, preliminary, replyFault)
        case .aborted:
            try control.reply(426, "The transfer was aborted.")
            try control.reply(226, "ABOR completed.")
        case .lost:
            try control.reply(426, "The data connection broke.")
        case .failed(let number):
            let isFull = number == ENOSPC || number == EDQUOT
            try control.reply(isFull ? 452 : 451, "\(SystemCall.words(for: number)).")
        }
    }

    private func begin(_ verb: Verb, _ preliminary: String) throws(Departure) {
        guard let text = faults.preliminary(at: verb.rawValue) else {
            return try control.reply(150, preliminary)
        }
        try control.send(Array(text.utf8))
    }

    /// The data connection is closed when this returns, but where a fault holds it open.
    private func carry(
        _ connection: Descriptor, _ fault: Fault?,
        _ body: (DataChannel) throws(Departure) -> DataChannel.Ending
    ) throws(Departure) -> DataChannel.Ending {
        let limit: UInt64? =
            switch fault {
            case .stall(_, let after), .truncate(_, let after), .resetData(_, let after),
                .die(_, let after):
                after
            default: nil
            }
        let channel = DataChannel(
            connection, control: control, bytesPerSecond: faults.bytesPerSecond, limit: limit)
        var ending = limit == 0 ? DataChannel.Ending.fault : try body(channel)
        // A transfer that ends before the fault's byte suffers it at its end.
        if limit != nil, ending == .complete { ending = .fault }
        guard ending == .fault else { return ending }
        switch fault {
        case .stall:
            control.waitForEnd()
            throw Departure()
        case .resetData, .die: channel.armReset()
        default: break
        }
        return ending
    }

    private func happen(
        _ fault: Fault?, _ preliminary: String, _ replyFault: Fault?
    ) throws(Departure) {
        switch fault {
        case .die:
            armReset()
            throw Departure()
        case .resetData:
            try control.reply(426, "The data connection broke.")
        default:
            try finish(preliminary, replyFault)
        }
    }

    private func finish(_ preliminary: String, _ fault: Fault?) throws(Departure) {
        switch fault {
        case .earlyFinal:
            return
        case .silentFinal:
            control.waitForEnd()
            throw Departure()
        case .finalReply(_, let text):
            try control.send(Array(text.utf8))
            return
        case .latePreliminary:
            try control.reply(150, preliminary)
        case .lateFinal(_, let milliseconds):
            try pause(milliseconds)
        default:
            break
        }
        try control.reply(226, "Transfer complete.")
    }
}
