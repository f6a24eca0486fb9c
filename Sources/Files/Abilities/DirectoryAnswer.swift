/// What a file system says of one of several directories that it was asked about together.
package enum DirectoryAnswer {
    /// Names of one directory that are read together with others, at most: one that holds more is
    /// read by itself.
    package static let names = 1_000
    /// Names after which no further directory is read, where they are read one after the other.
    package static let namesTogether = 16_000

    case listed(Directory)
    /// It is to be asked about by itself, because it is large.
    case large
    /// It was not looked at: others hold enough, or have lost the connection.
    case later
    case failed(FileSystemError)
}

extension FileSystem {
    /// What is in each of `directories`, in their order: read together where the file system does
    /// that, else one after the other as long as they are `wanted`.
    package func answers(
        about directories: [Path], while wanted: () -> Bool = { true }
    ) -> [DirectoryAnswer] {
        guard directories.count > 1, let files = self as? any ListingManyDirectories else {
            return answersInTurn(about: directories, while: wanted)
        }
        let found = files.list(directories, limit: DirectoryAnswer.names) { _ in }
        return directories.map { directory in
            switch found[directory] {
            case .success(let listing): listing.isCut ? .large : .listed(listing)
            case .failure(let error): .failed(error)
            case nil: .failed(.unanswered(directory))
            }
        }
    }

    private func answersInTurn(
        about directories: [Path], while wanted: () -> Bool
    ) -> [DirectoryAnswer] {
        var names = 0
        var isLost = false
        return directories.map { directory in
            guard !isLost, names < DirectoryAnswer.namesTogether, wanted() else { return .later }
            do throws(FileSystemError) {
                let listing = try list(directory)
                names += listing.count
                return .listed(listing)
            } catch {
                isLost = error.endsConnection
                return .failed(error)
            }
        }
    }

    /// Makes directories: what became of each, by its path. One after the other where the file system
    /// does not make them together.
    package func makeEach(
        _ directories: [NewDirectory], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        if directories.count > 1, let files = self as? any MakingManyDirectories {
            return files.makeDirectories(directories, root: root)
        }
        var results: [Path: Result<Void, FileSystemError>] = [:]
        var loss: FileSystemError?
        for directory in directories {
            if let loss {
                results[directory.path] = .failure(loss)
                continue
            }
            do throws(FileSystemError) {
                try makeDirectory(directory.path, mode: directory.mode, root: root)
                results[directory.path] = .success(())
            } catch {
                if error.endsConnection { loss = error }
                results[directory.path] = .failure(error)
            }
        }
        return results
    }
}

extension FileSystemError {
    /// Whether nothing else that was asked on the same connection can be answered either.
    package var endsConnection: Bool {
        [.connection, .timeout, .login, .cancelled].contains(kind)
    }
}
