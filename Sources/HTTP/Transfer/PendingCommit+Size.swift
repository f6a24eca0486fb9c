import Files
import Words

extension PendingCommit {
    /// What the server says that it has of the part, against what was sent; nil where it has nothing.
    func confirmed(by entry: Entry?, on site: Site) throws(FileSystemError) -> Committed {
        let file = part.file
        let name = file.text(on: site)
        let host = VisibleText.make(site.host)
        guard let entry else {
            throw FileSystemError(
                .truncated, path: file,
                detail: tr("\(host) accepted \(name) but no longer has it; send it again."),
                isTransient: true)
        }
        guard let told = entry.size else {
            return Committed(.none(tr("\(host) does not report its size")))
        }
        guard told == size else {
            throw FileSystemError(
                .truncated, path: file,
                detail: tr("\(name) has \(told) bytes on the server, not \(size); send it again."),
                isTransient: true)
        }
        return Committed(.sizeConfirmed)
    }
}
