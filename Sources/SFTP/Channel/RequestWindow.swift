import Files
import Words

/// Asks the same of many things: many requests are on their way together, and each answer is of the
/// thing that was asked about.
struct RequestWindow {
    /// Requests that are on their way at most.
    private static let size = 128

    let channel: Channel

    /// The request about each index, and what its answer means; nil asks nothing. Throws only what
    /// lost the connection.
    func ask<Value>(
        _ count: Int, _ request: (Int) -> Request?,
        _ read: @escaping (Int, Result<Reply, FileSystemError>) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> [Int: Result<Value, FileSystemError>] {
        let gathered = Gathered<Value>()
        for index in 0..<count {
            guard let asked = request(index) else { continue }
            gathered.waiting += 1
            channel.send(asked) { answer in
                gathered.waiting -= 1
                gathered.results[index] = Result { () throws(FileSystemError) in
                    try read(index, answer)
                }
            }
            if gathered.waiting >= RequestWindow.size {
                try channel.wait { gathered.waiting < RequestWindow.size / 2 }
            }
        }
        if gathered.waiting > 0 { try channel.wait { gathered.waiting == 0 } }
        return gathered.results
    }

    private final class Gathered<Value> {
        var waiting = 0
        var results: [Int: Result<Value, FileSystemError>] = [:]
    }
}

extension Channel {
    /// Asks one thing, and waits for what its answer means.
    func ask<Value>(
        _ request: Request,
        _ read: @escaping (Result<Reply, FileSystemError>) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        let found = try RequestWindow(channel: self).ask(1) { _ in
            request
        } _: { _, answer throws(FileSystemError) in
            try read(answer)
        }
        guard let answer = found[0] else {
            throw .broken(tr("a request has no reply"), on: site)
        }
        return try answer.get()
    }
}
