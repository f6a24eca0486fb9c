/// A file system on which a link's own time can be set, without a touch of what it leads to.
package protocol SettingLinkTimes: FileSystem {
    /// Gives a link its time of change. `.unsupported` where this one cannot after all.
    func setModified(_ time: Timestamp, ofLink link: Path) throws(FileSystemError)
}
