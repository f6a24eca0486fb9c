import Files
import Terminal

/// What is shown beside the panes of the entry under the cursor.
struct PreviewState: Sendable {
    /// What is known of it.
    enum Content: Sendable {
        /// Nothing that can be shown; a sentence.
        case none(String)
        case file(ViewerState, note: String?)
        case entries([Entry], count: Int, site: Site)
        case archive([NestedEntry], count: Int, site: Site)
        case picture(Picture)
    }

    /// What is to be shown; nil where nothing is.
    private(set) var request: PreviewRequest?
    /// What was asked for and is not answered yet, and since when.
    private(set) var asked: (id: RequestID, since: Instant)?
    /// What is shown until the answer comes.
    private(set) var content = Content.none("")

    /// Something else is to be shown from now on.
    mutating func ask(for request: PreviewRequest, as id: RequestID, at now: Instant) {
        // Of a directory that was reread, what is shown stays at the place it was scrolled to.
        self.request = request
        asked = (id, now)
    }

    /// There is nothing to be shown; a sentence says why.
    mutating func clear(_ sentence: String) {
        request = nil
        asked = nil
        content = .none(sentence)
    }

    /// Takes in an answer; one that nobody waits for is dropped.
    mutating func take(_ id: RequestID, _ result: Result<PreviewContent, FileSystemError>) {
        guard asked?.id == id, let request else { return }
        asked = nil
        switch result {
        case .failure(let error):
            content = .none(error.message)
        case .success(.bytes(let bytes, let isWhole, let size, let note)):
            var file = ViewerState(location: request.location, size: size)
            file.window.append(bytes, isLast: isWhole)
            file.recognise()
            content = .file(file, note: note)
        case .success(.entries(let entries, let count)):
            content = .entries(entries, count: count, site: request.location.site)
        case .success(.archive(let entries, let count)):
            content = .archive(entries, count: count, site: request.location.site)
        case .success(.picture(let picture)):
            content = .picture(picture)
        }
    }

    /// Moves through the text that is shown.
    mutating func scroll(by rows: Int, columns: Int, height: Int) {
        guard case .file(var file, let note) = content else { return }
        file.move(by: rows, columns: columns, height: height)
        content = .file(file, note: note)
    }
}
