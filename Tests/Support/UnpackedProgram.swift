import Glibc

/// A program that `Tests/run` has unpacked into a cache, with the libraries it needs; else
/// the one that is installed.
package struct UnpackedProgram: Sendable {
    /// Its path.
    package let path: String
    /// What it has to find in its environment.
    package let environment: [String: String]
    /// Where its package's files are: the folder that holds its `usr`; empty for an installed one.
    package let prefix: String

    /// `package` as `Tests/run` names it, `file` from the root directory on.
    package init(package name: String, file: String) throws(RealServer.Failure) {
        let folder = "\(UnpackedProgram.cache)/\(name)"
        if access(folder + file, X_OK) == 0 {
            (path, prefix) = (folder + file, folder)
            environment = UnpackedProgram.libraries(of: name)
        } else if access(file, X_OK) == 0 {
            (path, prefix) = (file, "")
            environment = [:]
        } else {
            throw RealServer.Failure(description: "\(name) is missing: run Tests/run --prepare")
        }
    }

    /// Root's is not in its home: servers load what they need after they have become the test user,
    /// who may not enter there.
    package static var cache: String {
        if getuid() == 0 { return "/var/cache/ferry-tests" }
        let base = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache"
        return base + "/ferry-tests"
    }

    static func libraries(of package: String) -> [String: String] {
        #if arch(arm64)
            let triple = "aarch64-linux-gnu"
        #else
            let triple = "x86_64-linux-gnu"
        #endif
        let folder = "\(cache)/\(package)"
        let paths = [
            "\(folder)/usr/lib/\(triple)", "\(folder)/lib/\(triple)",
            "\(folder)/usr/lib/\(triple)/pulseaudio",
        ]
        return ["LD_LIBRARY_PATH": paths.joined(separator: ":")]
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
