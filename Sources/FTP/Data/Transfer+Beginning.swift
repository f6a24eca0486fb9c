import Files
import Transport
import Words

extension Transfer {
    /// Waits until the server has begun; the refusal where it will not. `eagerly` goes on as soon as
    /// bytes can be sent, whatever the server says to it.
    func begin(eagerly: Bool = false) throws(FileSystemError) -> Reply? {
        let waitLimit = control.waitLimit
        let permission = Deadline.after(seconds: session.timeouts.permission)
        do throws(FileSystemError) {
            while true {
                try takeReplies(until: waitLimit.end)
                let need = try advance()
                if let final = machine.final {
                    if final.code == 425, data.isActive, data.tls == nil {
                        throw unreachable(final.text)
                    }
                    // A small file may be over before its connection was taken.
                    if final.isSuccess, data.isListening, try takeLateConnection() { continue }
                    if !final.isSuccess || data.isListening {
                        data.close()
                        return final
                    }
                }
                if let failure = data.handshakeFailure, machine.final != nil || control.isLost {
                    throw handshakeFailure(failure)
                }
                if data.isReady, machine.final != nil || machine.hasBegun || eagerly { return nil }
                // Some servers take an upload without a word before its end.
                let mayGoAhead = direction == .up && data.isReady
                let deadline = waitLimit.deadline
                do {
                    try waitForEither(
                        need, mayGoAhead ? deadline.earlier(permission) : deadline)
                } catch {
                    if mayGoAhead, error.kind == .timeout { return nil }
                    let loss = control.lose(error)
                    guard error.kind == .timeout, machine.hasBegun, data.isListening else {
                        throw loss
                    }
                    throw unreachable(nil)
                }
            }
        } catch {
            data.close()
            throw error
        }
    }

    /// Takes in what the server has said so far; preliminary replies only until `end`.
    private func takeReplies(until end: Deadline) throws(FileSystemError) {
        while machine.final == nil, let reply = try control.readyReply(to: ticket) {
            machine.receive(reply)
            guard machine.final == nil, end.hasPassed else { continue }
            throw control.lose(.timeout, after: session.timeouts.idle)
        }
    }

    /// In active mode the server found no way to this machine.
    private func unreachable(_ reply: String?) -> FileSystemError {
        let host = VisibleText.make(session.site.host)
        return FileSystemError(
            reply == nil ? .timeout : .connection, path: file, reply: reply,
            detail:
                tr(
                    "\(host) could not connect to this machine; a firewall or router may block it. "
                        + "Turn active mode off, or set a reachable address and ports."),
            isTransient: true)
    }

    /// The server has done its part: its connection is here, or at most a moment away.
    private func takeLateConnection() throws(FileSystemError) -> Bool {
        guard let waiting = data.waiting else { return false }
        do {
            try data.acceptAvailable()
            if data.isListening {
                try Readiness.wait(forInput: waiting, .after(seconds: 2))
                try data.acceptAvailable()
            }
        } catch {
            guard error.kind == .timeout else { throw control.lose(error) }
        }
        return !data.isListening
    }

    /// Goes on with the data connection's handshake; judges it at its end.
    private func advance() throws(FileSystemError) -> TLSStream.Need? {
        let wasReady = data.isReady
        let need: TLSStream.Need?
        do {
            need = try data.advance()
        } catch {
            throw control.lose(error)
        }
        if !wasReady, data.isReady, let tls = data.tls { try session.protection.judge(tls) }
        return need
    }

    /// The server says that all went well, and yet there was no TLS to carry it.
    private func handshakeFailure(_ error: TransportError) -> FileSystemError {
        FileSystemError(
            .security, path: file, reply: machine.final?.text,
            detail: tr(
                "The data connection for \(file.text) could not be encrypted (\(error.words))."))
    }

    private func waitForEither(
        _ need: TLSStream.Need?, _ deadline: Deadline
    ) throws(TransportError) {
        guard let waiting = data.waiting, data.handshakeFailure == nil else {
            return try Readiness.wait(forInput: control.stream.socket, deadline)
        }
        if let need {
            // Replies that are there already would end every wait at once.
            switch (need, machine.final) {
            case (.input, nil):
                _ = try Readiness.wait(forInput: control.stream.socket, or: waiting, deadline)
            case (.output, nil):
                _ = try Readiness.wait(
                    forInput: control.stream.socket, orOutput: waiting, deadline)
            case (.input, _): try Readiness.wait(forInput: waiting, deadline)
            case (.output, _): try Readiness.wait(forOutput: waiting, deadline)
            }
            return
        }
        if data.isListening {
            let ready = try Readiness.wait(
                forInput: control.stream.socket, or: waiting, deadline)
            if ready.second { try data.acceptAvailable() }
            return
        }
        // Data may come before the 150, or without one. Its end alone says nothing yet: a server
        // that refuses closes first.
        if direction == .down {
            let outlook = data.stream?.outlook ?? .nothing
            if outlook == .bytes {
                machine.dataArrived()
                return
            }
            if outlook == .nothing {
                _ = try Readiness.wait(forInput: control.stream.socket, or: waiting, deadline)
                return
            }
        }
        try Readiness.wait(forInput: control.stream.socket, deadline)
    }
}
