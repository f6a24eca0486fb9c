/// A file system on which the time of what is there can be set.
package protocol SettingTimes: FileSystem {
    /// Whether times can be set, as far as it is known.
    var setsTimes: Bool { get }
    /// Gives files and directories their time of change, each with its answer in their order.
    func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>]
}

extension SettingTimes {
    package var setsTimes: Bool { capabilities.contains(.setModified) }
}
