import Dispatch
package import Files
package import Sync
import Synchronization
import Words

/// Walks through two trees together and compares them, directory by directory. Each directory is listed
/// once.
package final class PairWalk: Sendable {
    /// A directory below which nothing was compared.
    package struct Failure: Sendable {
        package var side: ComparedSide
        package var path: Path
        package var error: FileSystemError

        package init(side: ComparedSide, path: Path, error: FileSystemError) {
            self.side = side
            self.path = path
            self.error = error
        }

        /// That two files could not be compared.
        package init(_ files: UnreadPair, _ places: Pair<Location>, _ error: FileSystemError) {
            self.init(
                side: .first,
                path: Path(components: places.first.path.components + files.names.first),
                error: error)
        }
    }

    /// Is told of each directory that was compared, how many below it are to be, and all that is known so
    /// far, in a thread of the walk's; whether those below are to be compared indeed.
    package typealias Observer = @Sendable (PairedDirectory, Int, Comparison) -> Bool

    /// What came of it.
    package struct Outcome: Sendable {
        package var comparison: Comparison
        package var failures: [Failure]
        /// Directories that were compared.
        package var directories: Int
    }

    /// Directories below one another; what lies deeper may contain itself.
    private static let depth = 100

    /// A directory of which one side's answer is there.
    private struct Open: Sendable {
        var directory: PairedDirectory
        var answers: Pair<Result<DirectoryLister.Answer, FileSystemError>?>
        /// Whether it was asked about twice.
        var isConfirmed = false
    }

    private struct State {
        var comparison: Comparison
        var failures: [Failure] = []
        var open: [Int: Open] = [:]
        var nextNumber = 0
        var directories = 0
    }

    private let state: Mutex<State>
    private let listers: Pair<DirectoryLister>
    private let tops: Pair<Path>
    private let sites: Pair<Site>
    private let top: PairedDirectory
    private let known: Pair<Directory>?
    private let observer: Observer?
    private let end = DispatchSemaphore(value: 0)

    /// Compares what is inside two directories; of one that is not there, nothing. Where it is known what
    /// the two hold, they are not listed.
    package init(
        _ rules: ComparisonRules, _ places: Pair<Location>, _ listers: Pair<DirectoryLister>,
        areThere: Pair<Bool> = Pair(true, true), tops known: Pair<Directory>? = nil,
        observer: Observer? = nil
    ) {
        var top = PairedDirectory.top
        top.exists = areThere
        self.top = top
        state = Mutex(State(comparison: Comparison(rules)))
        self.listers = listers
        self.known = known
        self.observer = observer
        tops = places.map(\.path)
        sites = places.map(\.site)
    }

    /// Waits until all is compared. Where contents decide, what is to be read is in the comparison, which
    /// the caller finishes.
    package func run() -> Outcome {
        begin([top], known: known)
        end.wait()
        return state.withLock {
            Outcome(
                comparison: $0.comparison, failures: $0.failures, directories: $0.directories)
        }
    }

    private func begin(_ directories: [PairedDirectory], known: Pair<Directory>? = nil) {
        for directory in directories {
            let number = state.withLock { state in
                defer { state.nextNumber += 1 }
                let absent = DirectoryLister.Answer(listing: Directory(), ignored: nil)
                state.open[state.nextNumber] = Open(
                    directory: directory,
                    answers: directory.exists.map { $0 ? nil : .success(absent) })
                return state.nextNumber
            }
            if let known {
                for side in ComparedSide.allCases {
                    let answer = DirectoryLister.Answer(listing: known[side], ignored: nil)
                    take(.success(answer), side, number)
                }
                continue
            }
            for side in ComparedSide.allCases where directory.exists[side] {
                listers[side].list(path(directory, side)) { answer in
                    self.take(answer, side, number)
                }
            }
        }
    }

    private func path(_ directory: PairedDirectory, _ side: ComparedSide) -> Path {
        Path(components: tops[side].components + directory.names[side])
    }

    private func take(
        _ answer: Result<DirectoryLister.Answer, FileSystemError>, _ side: ComparedSide,
        _ number: Int
    ) {
        let next: Next = state.withLock { state in
            state.open[number]?.answers[side] = answer
            guard let open = state.open[number], let first = open.answers.first,
                let second = open.answers.second
            else { return .wait }
            // What is missing from a listing may be deleted.
            if let side = sideInDoubt(open, Pair(first, second), state.comparison.confirmsEmpty) {
                state.open[number]?.answers[side] = nil
                state.open[number]?.isConfirmed = true
                return .askAgain(open.directory, side)
            }
            state.directories += 1
            return .goOn(compare(open.directory, Pair(first, second), &state))
        }
        switch next {
        // Whoever brings the other side's answer goes on.
        case .wait: return
        case .askAgain(let directory, let side):
            listers[side].list(path(directory, side)) { answer in
                self.take(answer, side, number)
            }
        case .goOn(let below):
            begin(below)
            let isOver = state.withLock { state in
                // Only now: it is not over as long as one is open.
                state.open[number] = nil
                return state.open.isEmpty
            }
            if isOver { end.signal() }
        }
    }

    /// The side that says that nothing is there where the other has something, and is to be asked again.
    private func sideInDoubt(
        _ open: Open, _ answers: Pair<Result<DirectoryLister.Answer, FileSystemError>>,
        _ confirms: Pair<Bool>
    ) -> ComparedSide? {
        guard !open.isConfirmed else { return nil }
        return ComparedSide.allCases.first { side in
            confirms[side] && open.directory.exists[side] && answers[side].tellsNothing
                && !answers[side.other].tellsNothing
        }
    }

    /// What follows an answer.
    private enum Next {
        case wait
        /// A side once more, of this directory.
        case askAgain(PairedDirectory, ComparedSide)
        /// With these below.
        case goOn([PairedDirectory])
    }

    private func compare(
        _ directory: PairedDirectory,
        _ answers: Pair<Result<DirectoryLister.Answer, FileSystemError>>, _ state: inout State
    ) -> [PairedDirectory] {
        var directory = directory
        var listings = Pair(Directory(), Directory())
        for side in ComparedSide.allCases {
            let path = path(directory, side)
            switch answers[side] {
            case .failure(let error):
                state.failures.append(Failure(side: side, path: path, error: error))
                state.comparison.noteUnread(directory)
                return []
            case .success(let answer):
                if let error = incompleteness(of: answer.listing, path, side) {
                    state.failures.append(Failure(side: side, path: path, error: error))
                    state.comparison.noteUnread(directory)
                    return []
                }
                listings[side] = answer.listing
                if let list = answer.ignored {
                    directory.scope.add(list, depth: directory.names[side].count)
                }
            }
        }
        let below = state.comparison.take(directory, listings)
        if let observer, !observer(directory, below.count, state.comparison) { return [] }
        guard let deepest = below.first, deepest.names.first.count > PairWalk.depth else {
            return below
        }
        let path = path(deepest, .first)
        let error = FileSystemError(
            .protocolViolation, path: path,
            detail: tr(
                "\(path.text(on: sites.first)) is more than \(PairWalk.depth) directories deep "
                    + "and may contain itself; Ferry stopped there."))
        for directory in below { state.comparison.noteUnread(directory) }
        state.failures.append(Failure(side: .first, path: path, error: error))
        return []
    }

    /// Why a listing does not tell all; nil where it does.
    private func incompleteness(
        of listing: Directory, _ path: Path, _ side: ComparedSide
    ) -> FileSystemError? {
        guard !listing.isWhole else { return nil }
        return FileSystemError(
            .protocolViolation, path: path,
            detail: tr(
                "The listing of \(path.text(on: sites[side])) is incomplete; some names may "
                    + "be missing."))
    }
}

extension Result<DirectoryLister.Answer, FileSystemError> {
    /// Whether it says that nothing is there.
    fileprivate var tellsNothing: Bool {
        switch self {
        case .success(let answer): answer.listing.count == 0
        case .failure: false
        }
    }
}
