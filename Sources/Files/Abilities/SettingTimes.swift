/// A file system on which the time of what is there can be set.
package protocol SettingTimes: FileSystem {
    /// Gives files and directories their time of change, each with its answer in their order.
    func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>]
}
