import Glibc

extension SSHCarrierOpener {
    /// What is set once for a process.
    package struct Surroundings: Sendable {
        /// The program that ssh starts to ask: Ferry itself, by its path.
        package var askpass: String
        /// Where sockets may be that only the user reaches: absolute paths, the first that can be used
        /// is.
        package var directories: [String]
        /// A variable of the environment.
        package var variable: @Sendable (String) -> String?

        /// `askpass` is a path; `directories` are tried in their order.
        package init(
            askpass: String, directories: [String],
            variable: @escaping @Sendable (String) -> String?
        ) {
            self.askpass = askpass
            self.directories = directories
            self.variable = variable
        }

        /// This process's own, to be made once, early; `stateDirectory` is where Ferry keeps things.
        package static func ofProcess(stateDirectory: String) -> Surroundings {
            let variable: @Sendable (String) -> String? = { name in
                getenv(name).map { String(cString: $0) }
            }
            let runtime = variable("XDG_RUNTIME_DIR").map { [$0] } ?? []
            return Surroundings(
                askpass: ownProgram, directories: runtime + [stateDirectory, "/tmp"],
                variable: variable)
        }

        /// The program of this process, by its path.
        package static var ownProgram: String {
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink("/proc/self/exe", &path, path.count - 1)
            let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
            let text = String(decoding: bytes, as: UTF8.self)
            // An update has put another file in its place, which serves as well.
            let deleted = " (deleted)"
            return access(text, X_OK) != 0 && text.hasSuffix(deleted)
                ? String(text.dropLast(deleted.count)) : text
        }
    }
}
