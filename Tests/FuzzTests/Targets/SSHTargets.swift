import Files
import Transport

@testable import SFTP

extension FuzzTarget {
    /// What ssh, and servers through it, ask and say.
    static let sshTargets = [
        FuzzTarget("ssh-prompt", longest: 2_048) { bytes, _ in
            guard let request = AskpassRequest(bytes) else { return }
            try hold(
                AskpassRequest(request.bytes)?.kind == request.kind, "a request changes on its way")
            if case .hostKey(let key) = SSHPrompt(request) {
                try hold(HostKey.isFingerprint(key.fingerprint), "an answer is no fingerprint")
                for text in [key.host, key.type] + key.image { try holdVisible(text, "a key") }
            }
            let site = Site(scheme: .sftp, host: "box", user: "me")
            var login = SSHLogin(
                SSHLogin.Means(
                    site: site, account: "me@box", marksChallenges: true, isDirect: true,
                    isWatched: true, secrets: LoginSecrets(), hostKeys: AcceptedHostKeys()))
            switch login.step(for: request, instruction: [], wasDenied: false) {
            case .show(let question), .lookUp(let question):
                try holdVisible(question.prompt.line, "a prompt")
                for line in question.prompt.instruction { try holdVisible(line, "an instruction") }
                try hold(question.prompt.instruction.count <= 20, "an instruction has no end")
            case .end(let error):
                try holdVisible(error.detail, "a failure")
            case .answer, .refuse:
                break
            }
        },
        FuzzTarget("ssh-words", longest: 2_048) { bytes, cut in
            let cut = max(0, min(cut, bytes.count))
            var lines = ErrorLines()
            let said = lines.feed(bytes[..<cut]) + lines.feed(bytes[cut...])
            var whole = ErrorLines()
            try hold(whole.feed(bytes) == said, "lines differ by where they are cut")
            var alarm = HostKeyAlarm()
            var words = LoginWords()
            for line in said {
                try holdVisible(line, "a line")
                _ = alarm.take(line)
                _ = words.take(line)
            }
            let site = Site(scheme: .sftp, host: "box", user: "me")
            if let failure = alarm.failure(site.text, site: site) {
                try holdVisible(failure.message, "an alarm")
            }
            let failure = SSHFailure(
                site: site, lines: said, ending: .status(255), stage: .started, questions: .asked)
            try holdVisible(failure.explained.message, "a failure")
        },
        FuzzTarget("ssh-configuration", longest: 2_048) { bytes, _ in
            guard let configuration = SSHConfiguration(bytes) else { return }
            try hold(configuration.account.contains("@"), "an account has no host")
            _ = configuration.knownHostsFiles
        },
    ]
}
