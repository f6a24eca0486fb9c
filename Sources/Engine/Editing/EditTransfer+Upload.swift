import Disk
import Files
import Glibc
import Words

/// The way of a copy to its server.
extension EditTransfer {
    func upload(
        over seen: FileFingerprint?, _ files: any FileSystem
    ) throws(FileSystemError) {
        let bytes = try local { () throws(DiskError) in try directory.open(.sending) }
        let size = UInt64(try local { () throws(DiskError) in try bytes.status().st_size })
        let creation = Creation(size: size, mode: record.mode, replaces: !record.isNew)
        let sink = try makeSink(creation, files)
        do throws(FileSystemError) {
            try write(bytes, into: sink)
            try sink.finish()
            try note(sink.part)
            // In place the file has changed already, by this very upload.
            if !sink.part.isInPlace, try look(files) != seen {
                throw FileSystemError(
                    .changed, path: path, detail: tr("\(shownName) has just changed on \(host)."))
            }
        } catch {
            sink.cancel()
            if !error.endsConnection { try? tidy(files) }
            throw error
        }
        let pending = PendingCommit(part: sink.part, creation: creation, size: size)
        let results = files.commit([pending]) { part throws(FileSystemError) in
            try self.note(part, isLeftover: part.isLeftover(of: self.path))
        }
        guard let result = results[sink.part.id] else {
            throw FileSystemError.unanswered(path)
        }
        do throws(FileSystemError) {
            _ = try result.get()
        } catch {
            if !error.endsConnection { try? tidy(files) }
            throw error
        }
    }

    private func makeSink(
        _ creation: Creation, _ files: any FileSystem
    ) throws(FileSystemError) -> any FileSink {
        for _ in 0..<EditTransfer.tries {
            record.count += 1
            let id = PartID(token: directory.token, number: record.count)
            let part = Part(id: id, file: path, place: .beside(id.name))
            try note(part)
            do throws(FileSystemError) {
                let sink = try files.create(path, as: id, creation)
                if sink.part != part { try note(sink.part) }
                return sink
            } catch {
                if !error.endsConnection { try note(nil) }
                guard error.kind == .exists, error.path == part.path else { throw error }
            }
        }
        throw FileSystemError(
            .exists, path: path,
            detail: tr("No temporary file could be made beside \(shownName) on \(host)."))
    }

    private func write(
        _ bytes: Descriptor, into sink: any FileSink
    ) throws(FileSystemError) {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: EditTransfer.block, alignment: 16)
        defer { block.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try local { () throws(DiskError) in try bytes.read(into: block, at: offset)
            }
            if count == 0 { return }
            try sink.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
            offset += Int64(count)
        }
    }

    /// Writes down what a crash would leave on the server.
    private func note(_ part: Part?, isLeftover: Bool = false) throws(FileSystemError) {
        if let part {
            let name: [UInt8]? =
                if case .beside(let name) = part.place { name.bytes } else { nil }
            record.sent =
                isLeftover
                ? EditRecord.Sent(number: part.id.number, name: nil, aside: part.path.name?.bytes)
                : EditRecord.Sent(number: part.id.number, name: name, aside: part.aside?.bytes)
        } else {
            record.sent = nil
        }
        try save()
    }

    /// Removes what an upload that was cut off has left, and gives a file that was put aside its name
    /// back where nothing has it.
    func tidy(_ files: any FileSystem) throws(FileSystemError) {
        guard let sent = record.sent else { return }
        if let aside = sent.aside.flatMap({ Name($0) }) {
            let place = path.parent.appending(aside)
            if try files.entry(at: place) != nil {
                if try files.entry(at: path) == nil {
                    try files.rename(place, to: path)
                } else {
                    // The one that replaces it is there: nobody but this edit has made the other.
                    for result in files.removeFiles([place]) { _ = try result.get() }
                }
            }
        }
        if let name = sent.name.flatMap({ Name($0) }) {
            let id = PartID(token: directory.token, number: sent.number)
            // The empty files with which it may have been tried out go, too.
            for name in [name, id.name(inRole: 1), id.name(inRole: 2)] {
                try files.discard(Part(id: id, file: path, place: .beside(name)), root: nil)
            }
            try note(nil)
        } else if sent.aside != nil {
            try note(nil)
        }
        // What went into the file itself stays on record until a save has arrived.
    }
}
