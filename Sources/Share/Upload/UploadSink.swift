import Disk
import Files
import Jobs
import Words

/// Takes a form, and keeps its files once all of it is there.
struct UploadSink: BodySink {
    /// Bytes of a field that is no file.
    private static let fieldLimit = 4_096

    /// Files of one form that stay open until it ends, beside the one that comes. One needs no
    /// name until then, so that nothing stays behind of it whatever becomes of Ferry; more of them
    /// would let few visitors take all that Ferry may open.
    private static let openLimit = 1

    private struct Taken {
        var name: Name
        var incoming: IncomingFile
    }

    private enum Part {
        case none
        case file(Name, IncomingFile)
        case overwrite([UInt8])
    }

    private let request: Request
    private let folder: SharedFolder
    private let directory: DirectoryHandle
    private let visit: OpenVisit
    private var reader: FormReader
    private var part = Part.none
    private var taken: [Taken] = []
    private var refused: [UploadedFile] = []
    private var replaces = false

    init(
        _ request: Request, boundary: [UInt8], into directory: DirectoryHandle,
        of folder: SharedFolder
    ) {
        self.request = request
        self.folder = folder
        self.directory = directory
        reader = FormReader(boundary: boundary)
        visit = folder.visits.begin(
            .upload, request.path, size: request.bodyLength, for: request)
    }

    mutating func write(_ bytes: [UInt8]) throws(Refusal) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Refusal) in
            try feed(UnsafeRawBufferPointer(bytes))
        }
        visit.advance(by: bytes.count)
    }

    private mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var reader = reader
        defer { self.reader = reader }
        do throws(Refusal) {
            try reader.feed(bytes) { (event) throws(Refusal) in
                switch event {
                case .begin(let part): try begin(part)
                case .bytes(let bytes): try take(bytes)
                case .end: try end()
                }
            }
        } catch {
            visit.end(.failed(error.sentence))
            throw error
        }
    }

    mutating func finish() throws(Refusal) -> Response {
        do throws(Refusal) {
            guard reader.isWhole else { throw FormReader.broken }
            var files = refused
            for file in taken { files.append(commit(file)) }
            guard !files.isEmpty else {
                throw Refusal(.badRequest, tr("The form contains no file; choose one."))
            }
            taken = []
            visit.end(.done)
            return UploadPage.response(files, to: request, share: folder.name)
        } catch {
            visit.end(.failed(error.sentence))
            throw error
        }
    }

    mutating func abandon() {
        // Files that were not committed go with their last holder.
        part = .none
        taken = []
        visit.end(.failed(tr("The upload was interrupted; nothing was saved.")))
    }

    private mutating func begin(_ form: FormPart) throws(Refusal) {
        guard form.fileName != nil else {
            part = form.field == Array("overwrite".utf8) ? .overwrite([]) : .none
            return
        }
        // No file was chosen.
        guard form.fileName?.isEmpty == false else { return part = .none }
        let title = VisibleText.make(form.lastComponent ?? [], limit: 255)
        guard let name = UploadSink.name(of: form) else {
            part = .none
            refuse(title, tr("That is not a valid file name."))
            return
        }
        do throws(Refusal) {
            try folder.check(name)
        } catch {
            part = .none
            refuse(title, tr("This share hides names that begin with a dot."))
            return
        }
        guard !folder.isMacFile(request.path.appending(name)) else {
            part = .none
            refuse(title, tr("This share keeps no files of macOS on its disk."))
            return
        }
        part = .file(name, try IncomingFile(in: directory))
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        switch part {
        case .none: break
        case .file(_, let incoming): try incoming.write(bytes)
        case .overwrite(let value):
            guard value.count + bytes.count <= UploadSink.fieldLimit else {
                throw FormReader.broken
            }
            part = .overwrite(value + bytes)
        }
    }

    private mutating func end() throws(Refusal) {
        switch part {
        case .none: break
        case .file(let name, let incoming):
            if taken.count >= UploadSink.openLimit { try incoming.putBy() }
            taken.append(Taken(name: name, incoming: incoming))
        case .overwrite(let value): replaces = !value.isEmpty && value != [0x30]
        }
        part = .none
    }

    private mutating func refuse(_ title: String, _ reason: String) {
        refused.append(UploadedFile(title: title, size: 0, outcome: .refused(reason)))
    }

    private func commit(_ file: Taken) -> UploadedFile {
        let title = file.name.text
        do throws(Refusal) {
            let (free, hold) = try place(of: file.name)
            defer { hold.end() }
            let (name, hasReplaced) = try file.incoming.commit(
                as: free, replaces ? .replace : .keepBoth)
            let outcome: UploadedFile.Outcome =
                name != file.name ? .renamed(name) : hasReplaced ? .replaced : .stored
            return UploadedFile(title: title, size: file.incoming.size, outcome: outcome)
        } catch {
            return UploadedFile(
                title: title, size: file.incoming.size, outcome: .refused(error.sentence))
        }
    }

    /// The name that it may have: where it replaces nothing, one that nobody else is writing.
    private func place(of name: Name) throws(Refusal) -> (Name, WriteHold) {
        for number in 1...100 {
            do throws(Refusal) {
                let tried = number == 1 ? name : SecondName.make(of: name, number: number - 1)
                return (tried, try holdOf(tried))
            } catch {
                guard error.status == .locked, !replaces, number < 100 else { throw error }
            }
        }
        return (name, try holdOf(name))
    }

    /// Throws where somebody has locked what is to be replaced.
    private func holdOf(_ name: Name) throws(Refusal) -> WriteHold {
        let tokens = try IfHeader.of(request)?.tokens ?? []
        return try folder.enter(
            WriteClaim(replacing: folder.shared(request.path.appending(name))), tokens: tokens,
            for: request)
    }

    /// One component without controls, which Linux takes.
    private static func name(of form: FormPart) -> Name? {
        guard let bytes = form.lastComponent, bytes.count <= 255,
            bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return Name(bytes)
    }
}
