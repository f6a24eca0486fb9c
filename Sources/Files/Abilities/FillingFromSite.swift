/// An open part that its server can fill from another file of the same site by itself: no byte of it
/// comes here.
package protocol FillingFromSite: FileSink {
    /// Fills in what comes next of `file`, from where the part is up to now, and waits for that; how
    /// many bytes that were, which may be all that are left. Nil where the server does not do it, or
    /// not of the file that `fingerprint` tells: nothing was written then, and the bytes have to come
    /// by `write`. Throws what else went wrong; the part is whole up to where it was before.
    func fill(
        from file: Path, _ fingerprint: FileFingerprint
    ) throws(FileSystemError) -> UInt64?
}
