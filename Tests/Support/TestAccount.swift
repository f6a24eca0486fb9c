import Glibc

/// The system account that the servers run sessions as, made on first use. It can log in with its
/// password at a test server only. vsftpd wants a real shell and a home that can be entered.
struct TestAccount {
    static let name = "ferrytest"
    /// SHA-256 of `ferrytest` with few rounds: a log-in must cost nothing.
    static let passwordHash =
        "$5$rounds=1000$ferrytests$N5.5opJ.uJ3g6ZZeoRuBS7UpcXBlzc7mv6zCQ738k2/"

    let user: uid_t
    let group: gid_t

    /// The account; made where it is missing.
    static func shared() throws -> TestAccount { try made.get() }

    private static let made: Result<TestAccount, RealServer.Failure> = {
        if let account = find() { return .success(account) }
        // Another test process may make it at the same moment.
        _ = Command.run([
            "useradd", "--no-create-home", "--home-dir", "/", "--shell", "/bin/sh",
            "--comment", "Ferry's tests", "--password", passwordHash, name,
        ])
        guard let account = find() else {
            return .failure(
                RealServer.Failure(description: "the account \(name) cannot be made by useradd"))
        }
        return .success(account)
    }()

    private static func find() -> TestAccount? {
        guard let entry = getpwnam(name) else { return nil }
        return TestAccount(user: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }

    /// Gives a file, folder or link to the account.
    func own(_ path: String) throws {
        guard lchown(path, user, group) == 0 else {
            throw RealServer.Failure(
                description: "\(path) cannot change hands: \(String(cString: strerror(errno)))")
        }
    }
}
