import Glibc

/// The variables that the program was started with.
enum EnvironmentVariable {
    /// What one says; nil where it is not set, or empty.
    static func named(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
