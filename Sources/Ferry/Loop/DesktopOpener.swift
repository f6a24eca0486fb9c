import Glibc

/// What opens a file with the program that the desktop has for it.
enum DesktopOpener {
    /// Nil where there is no desktop, or no such command.
    static var command: String? {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
            getenv(name).map { $0.pointee != 0 } ?? false
        }
        guard hasDesktop, let path = getenv("PATH").map({ String(cString: $0) }) else { return nil }
        let isThere = path.split(separator: ":").contains { directory in
            access("\(directory)/xdg-open", X_OK) == 0
        }
        return isThere ? "xdg-open" : nil
    }
}
