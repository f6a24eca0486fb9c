import CLinux
import Glibc

extension ClientSession {
    /// FEAT, OPTS, HELP and the like: what the server is and how it is set.
    func describe(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        let text = String(decoding: argument, as: UTF8.self)
        switch verb {
        case .syst: try control.reply(215, "UNIX Type: L8")
        case .feat: try listFeatures()
        case .opts: try setOption(text)
        case .type: try setType(text)
        case .mode: try setConstant(text, "S", "Only MODE S (stream) is supported.")
        case .stru: try setConstant(text, "F", "Only STRU F (file) is supported.")
        case .stat: try showStatus(argument)
        case .site: try site(argument)
        default: try showHelp(text)
        }
    }

    /// RFC 2389, 3.
    private func listFeatures() throws(Departure) {
        if let features = faults.features {
            try control.reply(211, "Features:", lines: features.map { Array($0.utf8) }, "End")
            return
        }
        let unknown = faults.unknownVerbs
        let all: [(verb: String, line: String)] = [
            ("CLNT", "CLNT"), ("EPRT", "EPRT"), ("EPSV", "EPSV"), ("MDTM", "MDTM"),
            ("MFMT", "MFMT"), ("MLSD", Fact.feature(enabled: facts)), ("REST", "REST STREAM"),
            ("SIZE", "SIZE"), ("", "TVFS"), ("", "UTF8"),
        ]
        let lines = all.filter { !unknown.contains($0.verb) }.map { Array($0.line.utf8) }
        try control.reply(211, "Features:", lines: lines, "End")
    }

    /// RFC 2389, 4; RFC 3659, 7.9.
    private func setOption(_ text: String) throws(Departure) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first?.uppercased() {
        case "UTF8", "UTF-8":
            if words.count == 1 || words[1].uppercased() == "ON" {
                try control.reply(200, "Names are UTF-8.")
            } else {
                try control.reply(504, "Names are always UTF-8.")
            }
        case "MLST":
            let wanted = (words.count > 1 ? words[1] : "").lowercased().split(separator: ";")
            facts = Fact.allCases.filter { wanted.contains(Substring($0.rawValue.lowercased())) }
            let kept = facts.map { $0.rawValue + ";" }.joined()
            try control.reply(200, "MLST OPTS" + (kept.isEmpty ? "" : " " + kept))
        default:
            try control.reply(501, "There is no such option.")
        }
    }

    private func setType(_ text: String) throws(Departure) {
        switch text.uppercased() {
        case "I", "L 8", "L8":
            isBinary = true
            try control.reply(200, "Binary.")
        case "A", "A N":
            isBinary = false
            try control.reply(200, "ASCII.")
        case "":
            try control.reply(501, "TYPE needs a type.")
        default:
            try control.reply(504, "Only TYPE A and TYPE I are supported.")
        }
    }

    private func setConstant(
        _ text: String, _ only: String, _ refusal: String
    ) throws(Departure) {
        if text.uppercased() == only {
            try control.reply(200, "It is.")
        } else {
            try control.reply(text.isEmpty ? 501 : 504, refusal)
        }
    }

    private func showStatus(_ argument: [UInt8]) throws(Departure) {
        guard !argument.isEmpty else {
            let lines = [
                "TYPE \(isBinary ? "I" : "A"), MODE S, STRU F",
                "\(server.connectionCount) of \(server.options.connections) connections",
            ]
            try control.reply(
                211, "Ferry's demo server:", lines: lines.map { Array($0.utf8) }, "End")
            return
        }
        let path = resolve(argument)
        let lines: [[UInt8]]
        do throws(Folder.Failure) {
            lines = Listing.long(
                try entries(at: path, isAll: true).entries, falseSize: faults.size)
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(213, "Status:", lines: lines, "End")
    }

    private func showHelp(_ text: String) throws(Departure) {
        let unknown = faults.unknownVerbs
        let verbs = Verb.allCases.map(\.rawValue).filter { !unknown.contains($0) }
        if text.isEmpty {
            let lines = stride(from: 0, to: verbs.count, by: 10).map { start in
                Array(verbs[start..<min(start + 10, verbs.count)].joined(separator: " ").utf8)
            }
            try control.reply(214, "The commands are:", lines: lines, "End")
        } else if verbs.contains(Verb.canonical(text)) {
            try control.reply(214, "\(Verb.canonical(text)) is as RFC 959 and 3659 say.")
        } else {
            try control.reply(502, "There is no such command.")
        }
    }

    private func site(_ argument: [UInt8]) throws(Departure) {
        let parts = argument.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        let name = parts.first.map { String(decoding: $0, as: UTF8.self).uppercased() } ?? ""
        switch name {
        case "CHMOD":
            guard parts.count == 3, !parts[2].isEmpty,
                let mode = UInt32(String(decoding: parts[1], as: UTF8.self), radix: 8),
                mode <= 0o7777
            else {
                try control.reply(501, "SITE CHMOD needs an octal mode and a name.")
                return
            }
            let path = resolve(Array(parts[2]))
            do throws(Folder.Failure) {
                let place = try folder.place(of: path, followsLast: true)
                guard fchmodat(place.directory.number, place.name, mode, 0) == 0 else {
                    throw .last
                }
            } catch {
                try refuse(path, error)
                return
            }
            try control.reply(200, "The mode was set.")
        case "HELP":
            try control.reply(214, "SITE supports CHMOD and HELP.")
        default:
            try control.reply(504, "SITE only supports CHMOD and HELP.")
        }
    }
}
