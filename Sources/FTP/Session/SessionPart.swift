import Files

/// A part of the file system's work that is done on one connection; where that is lost, it fails.
protocol SessionPart {
    var session: Session { get }
}

extension SessionPart {
    var control: ControlConnection { session.control }
    var memory: ServerMemory { session.memory }
    var site: Site { session.site }
    var log: ExchangeLog { session.log }
}
