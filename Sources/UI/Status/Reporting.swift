import Files
import Jobs
import Words

extension Status {
    /// Shows why something failed, with the server's own words.
    mutating func show(_ error: FileSystemError, hint: String? = nil, side: Side? = nil) {
        show(error.message, .error, hint: hint)
        code = Status.code(of: error.reply)
        self.side = side
    }

    /// Shows why a job failed.
    mutating func show(_ error: FileSystemError, about job: Job, hint: String?) {
        let name = job.source.path.name?.text(on: job.source.site) ?? job.source.text
        let isNamed = error.message.contains(name)
        show(isNamed ? error.message : tr("\(name): \(error.message)"), .error, hint: hint)
        code = Status.code(of: error.reply)
    }

    /// The code that a reply starts with; nil where it is none.
    static func code(of reply: String?) -> Int? {
        guard let reply, reply.prefix(3).count == 3, let code = Int(reply.prefix(3)),
            (100...599).contains(code)
        else { return nil }
        return code
    }
}

extension Status {
    /// What went wrong in a pane is being tried anew.
    mutating func forget(_ side: Side) {
        if self.side == side { self = Status() }
    }

    /// Shows the newest line that stands for itself: that a connection broke, or that the server
    /// is full, busy, or lets nobody in. Other refusals come with the action that they end, and
    /// some are only answers to questions that Ferry asks on the way.
    mutating func note(_ exchanges: [Exchange], of panes: Panes, _ glyphs: Glyphs) {
        guard let exchange = exchanges.last(where: { $0.standsForItself }) else { return }
        let text =
            exchange.explanation.map { "\(exchange.text) \(glyphs.dash) \($0)" } ?? exchange.text
        show(text, .error)
        code = exchange.code
        side = Side.allCases.first {
            panes[$0].connectionNumber == exchange.connection && exchange.connection > 0
        }
        isTransferTrouble = side == nil
    }
}

extension Exchange {
    fileprivate var standsForItself: Bool {
        if isExpected { return false }
        return switch direction {
        case .trouble: true
        case .received:
            switch code {
            case .some(421), .some(426), .some(430), .some(452), .some(530), .some(532),
                .some(552):
                true
            default: false
            }
        case .sent, .remark: false
        }
    }
}
