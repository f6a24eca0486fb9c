import Glibc

/// How the servers are started that are small programs in Python.
struct PythonSSHPlan {
    let plan: SSHPlan

    /// What Debian's own packages are written for.
    private static let python = "/usr/bin/python3"
    private static let package = "python3-asyncssh"

    /// Throws that a module is missing.
    static func check(_ module: String) throws {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let command = ["env"] + variables + [python, "-W", "ignore", "-c", "import \(module)"]
        guard Command.run(command) == 0 else {
            throw RealServer.Failure(description: "\(module) is missing: run Tests/run --prepare")
        }
    }

    private static var environment: [String: String] {
        let modules = "\(UnpackedProgram.cache)/\(package)/usr/lib/python3/dist-packages"
        return UnpackedProgram.libraries(of: package).merging(["PYTHONPATH": modules]) { $1 }
    }

    /// The command, and the environment that it needs: the program begins with the values that it
    /// needs, then come the test's own statements, and `serve()` last.
    func command(_ program: String) throws -> ([String], [String: String]) {
        let values = [
            "PORT = \(plan.port)", "ROOT = '\(plan.root)'", "USER = '\(TestAccount.name)'",
            "UID, GID = \(plan.account.user), \(plan.account.group)",
            "HOST_KEY = '\(plan.settings.path("host"))'",
            "AUTHORIZED = '\(plan.settings.path("authorized"))'",
            "PASSWORD = \(plan.login.asksPassword ? "True" : "False")",
            "ROUNDS = \(rounds)",
        ]
        let text = (values + [program] + plan.extra + ["serve()"]).joined(separator: "\n")
        let command = [PythonSSHPlan.python, "-u", "-W", "ignore", "-c", text]
        return (command, PythonSSHPlan.environment)
    }

    /// The rounds of questions as Python writes them: name, instruction, and of each question its
    /// text, whether the answer may be seen, and the answer.
    private var rounds: String {
        let rounds: [SSHQuestions] =
            switch plan.login {
            case .password, .nothing: []
            case .keyboardInteractive:
                [SSHQuestions([.init("Password: ", answer: TestAccount.name)])]
            case .questions(let rounds): rounds
            }
        let texts = rounds.map { round in
            let questions = round.questions.map {
                "(\(literal($0.text)), \($0.isEchoed ? "True" : "False"), \(literal($0.answer)))"
            }
            return "(\(literal(round.name)), \(literal(round.instruction)), "
                + "[\(questions.joined(separator: ", "))])"
        }
        return "[\(texts.joined(separator: ", "))]"
    }

    private func literal(_ text: String) -> String {
        let bytes = text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }
        return "b'\(bytes.joined())'.decode()"
    }
}
