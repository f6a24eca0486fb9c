import Files

/// Work on many files, one after the other: after what ends the connection, the rest has failed as
/// well.
enum Batch {
    /// Each item's answer, in their order.
    static func results<Item>(
        _ items: [Item], _ body: (Item) throws(FileSystemError) -> Void
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = []
        run(items, body) { results.append($1) }
        return results
    }

    /// Each part's answer, under the part.
    static func commit(
        _ parts: [PendingCommit],
        _ body: (PendingCommit) throws(FileSystemError) -> Committed
    ) -> CommitResults {
        var results: CommitResults = [:]
        run(parts, body) { results[$0.part.id] = $1 }
        return results
    }

    private static func run<Item, Value>(
        _ items: [Item], _ body: (Item) throws(FileSystemError) -> Value,
        take: (Item, Result<Value, FileSystemError>) -> Void
    ) {
        var loss: FileSystemError?
        for item in items {
            if let loss {
                take(item, .failure(loss))
                continue
            }
            do throws(FileSystemError) {
                take(item, .success(try body(item)))
            } catch {
                take(item, .failure(error))
                if [.connection, .timeout, .cancelled, .login].contains(error.kind) {
                    loss = error
                }
            }
        }
    }
}
