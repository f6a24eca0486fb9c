import Files

/// A part of the file system's work that goes on on another connection where one is lost.
protocol ConnectionPart {
    var connection: Connection { get }
}

extension ConnectionPart {
    var memory: ServerMemory { connection.memory }
    var site: Site { connection.site }
    var log: ExchangeLog { connection.log }
}
