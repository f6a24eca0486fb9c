/// A file system whose files have a mode that may be set.
package protocol SettingModes: FileSystem {
    /// Whether modes can be set, as far as it is known.
    var setsModes: Bool { get }
    /// `mode`: the permissions, 0…0o7777. `.unsupported` where the server has no command for it.
    func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError)
}
