import Glibc
import Support

/// The C library that is preloaded below the built program; compiled once for a run of the tests.
enum FaultLibrary {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Its file.
    static func path() throws -> String { try made.get().path("faults.so") }

    private static let made: Result<TemporaryFolder, any Error> = Result {
        let source =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/Library/faults.c"
        let folder = try TemporaryFolder()
        // Whichever there is: Swift's own toolchain has the first.
        for compiler in ["clang", "cc", "gcc"] {
            let code = Command.run([
                compiler, "-shared", "-fPIC", "-O1", "-o", folder.path("faults.so"), source, "-ldl",
            ])
            if code == 0 { return folder }
        }
        throw Failure(description: "no C compiler takes \(source)")
    }
}
