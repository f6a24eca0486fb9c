/// Names one unfinished file: whose it is, by a random word that only its job knows, and which of
/// that job's files.
package struct PartID: Hashable, Sendable {
    /// Eight of `0-9a-z` without those that look like others; one for each job that stands by itself.
    package let token: String
    /// Counted within the job, from 1.
    package let number: UInt64

    package init(token: String, number: UInt64) {
        self.token = token
        self.number = number
    }

    /// `.ferry-TOKEN-N`: short enough for every file system, however long the file's own name is.
    package var name: Name {
        Name(component: PartID.start + Array("\(token)-\(number)".utf8))
    }

    /// A name for something else that belongs to the same part: what was tried out before it, or the
    /// file that it replaces. `role` is 1…9.
    package func name(inRole role: Int) -> Name {
        Name(component: PartID.start + Array("\(token)-\(number)-\(role)".utf8))
    }

    /// The part that `name` belongs to, in whichever role; nil for any other name.
    package init?(_ name: Name) {
        guard name.bytes.starts(with: PartID.start) else { return nil }
        let pieces = name.bytes.dropFirst(PartID.start.count)
            .split(separator: 0x2D, omittingEmptySubsequences: false)
        guard pieces.count == 2 || pieces.count == 3, pieces[0].count == PartID.tokenLength,
            pieces[0].allSatisfy({ PartID.letters.contains($0) }),
            let number = PartID.number(pieces[1]),
            pieces.count == 2 || (PartID.number(pieces[2]) ?? 10) < 10
        else { return nil }
        self.init(token: String(decoding: pieces[0], as: UTF8.self), number: number)
    }

    /// From 1, written without zeros in front.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        guard let number = UInt64(String(decoding: digits, as: UTF8.self)), number > 0,
            Array(String(number).utf8).elementsEqual(digits)
        else { return nil }
        return number
    }

    /// A word that no other job has: 40 random bits.
    package static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = (0..<tokenLength).map { _ in
            PartID.letters[Int(random.next() & 31)]
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// How all names of parts begin.
    package static let start = Array(".ferry-".utf8)
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let tokenLength = 8
}

/// An unfinished file: where its bytes are until it is whole.
package struct Part: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// Beside the file, under a name that is the part's alone: it may be thrown away.
        case beside(Name)
        /// In the file itself, because the place takes no other name: never deleted by Ferry.
        case inPlace
    }

    package let id: PartID
    /// What it becomes.
    package let file: Path
    package let place: Place
    /// Under which name the file that was there before waits until this one has its name; it goes
    /// back there where that fails.
    package var aside: Name?
    /// Bytes before its end among which some may be missing where it was cut off, because they were
    /// not sent one after the other; 0 for none.
    package var scattered: UInt64

    package init(
        id: PartID, file: Path, place: Place, aside: Name? = nil, scattered: UInt64 = 0
    ) {
        self.id = id
        self.file = file
        self.place = place
        self.aside = aside
        self.scattered = scattered
    }

    /// Where its bytes are.
    package var path: Path {
        switch place {
        case .beside(let name): file.parent.appending(name)
        case .inPlace: file
        }
    }

    package var isInPlace: Bool { place == .inPlace }

    /// Whether it is what a file of that name left when it was replaced, and no file to be.
    package func isLeftover(of target: Path) -> Bool { file != target && !isInPlace }
}

/// A part whose bytes are all written, waiting to be made final by `FileSystem.commit`.
package struct PendingCommit: Hashable, Sendable {
    package var part: Part
    package var creation: Creation
    /// Bytes that the file must have now, those before `creation.offset` included.
    package var size: UInt64

    package init(part: Part, creation: Creation, size: UInt64) {
        self.part = part
        self.creation = creation
        self.size = size
    }
}

/// What is known of a file that was made final.
package struct Committed: Hashable, Sendable {
    /// Why the copy may be believed to be whole.
    package enum Proof: Hashable, Sendable {
        /// It is on this machine's disk, by every sync's own word.
        case synced
        /// The server said that it took all, and its size as it should be.
        case sizeConfirmed
        /// Nothing more than that no error was reported; and why, as a sentence.
        case none(String)
    }

    package var proof: Proof
    /// What could not be kept of the file (its time, its owner), as a sentence; nil for nothing.
    package var remark: String?

    package init(_ proof: Proof, remark: String? = nil) {
        self.proof = proof
        self.remark = remark
    }
}

/// Answers to a `commit`, each under the part that it is about: a part without an answer failed.
package typealias CommitResults = [PartID: Result<Committed, FileSystemError>]
