package import Files
package import Jobs

/// Keeps properties over the end of a share. From any thread, which may wait for the disk.
package protocol PropertyKeeping: Sendable {
    /// All of the shared folder. Throws a sentence where they cannot be read.
    func load() throws(PropertyFailure) -> [KeptProperty]
    /// These are all that there is at each of the paths from now on: nothing where there are none.
    func save(_ properties: [Path: [KeptProperty]]) throws(PropertyFailure)
}

/// Why properties could not be kept or read: a sentence.
package struct PropertyFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
