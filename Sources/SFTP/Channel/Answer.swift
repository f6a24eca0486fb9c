import Files
import Words

/// What an answer must be to count: each throws what else came, in words for the user.
struct Answer {
    let result: Result<Reply, FileSystemError>
    /// What was asked about, and what was to be done with it.
    let path: Path
    let attempt: Attempt
    let site: Site

    init(
        _ result: Result<Reply, FileSystemError>, _ attempt: Attempt, _ path: Path, on site: Site
    ) {
        self.result = result
        self.path = path
        self.attempt = attempt
        self.site = site
    }

    /// It was done.
    func done() throws(FileSystemError) {
        guard case .status(let code, let message) = try result.get() else { throw odd }
        guard code == .ok else { throw refusal(code, message) }
    }

    func handle() throws(FileSystemError) -> [UInt8] {
        switch try result.get() {
        case .handle(let handle): return Array(handle)
        case .status(let code, let message): throw refusal(code, message)
        default: throw odd
        }
    }

    func attributes() throws(FileSystemError) -> Attributes {
        switch try result.get() {
        case .attributes(let attributes): return attributes
        case .status(let code, let message): throw refusal(code, message)
        default: throw odd
        }
    }

    /// Of the one name that was asked for.
    func name() throws(FileSystemError) -> [UInt8] {
        switch try result.get() {
        case .names(var names):
            guard let first = (try? names.next()) ?? nil else { throw odd }
            return Array(first.name)
        case .status(let code, let message): throw refusal(code, message)
        default: throw odd
        }
    }

    func extended() throws(FileSystemError) -> FieldReader {
        switch try result.get() {
        case .extended(let fields): return fields
        case .status(let code, let message): throw refusal(code, message)
        default: throw odd
        }
    }

    func refusal(_ code: StatusCode, _ message: UnsafeRawBufferPointer) -> FileSystemError {
        // That all is well is no answer to a question.
        if code == .ok { return odd }
        return .refused(
            code, VisibleText.make(message, limit: 300), attempt, path, on: site)
    }

    private var odd: FileSystemError {
        .broken(tr("its answer about \(path.text(on: site)) has the wrong type"), on: site)
    }
}
