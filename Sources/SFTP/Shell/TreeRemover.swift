import Files
import Words

/// Removes all that is in a directory by one script. Nothing is removed before it is proven that the
/// shell stands in the very directory that SFTP names: a directory whose name nobody can guess is made
/// in it by SFTP, and the shell has to find it, and remove it.
struct TreeRemover {
    let session: Session

    /// As `RemovingTrees.removeContents`.
    func removeContents(
        of directory: Path, isStopped: () -> Bool, progress: (Int) -> Void
    ) throws(FileSystemError) -> Bool {
        guard session.shell.mayHelp, !directory.isRoot else { return false }
        let token = TreeRemover.token()
        let place = directory.appending(token)
        guard try begin(directory, place) else { return false }
        let ending: Shell.Ending
        do throws(FileSystemError) {
            ending = try session.shell.run(
                TreeRemover.script(directory, token),
                tr("remove everything in \(directory.text(on: session.site))"), isStopped: isStopped
            ) { output in
                let removed = output.count { $0 == 0 }
                if removed > 0 { progress(removed) }
                return true
            }
        } catch {
            // Whether the shell came so far is not known.
            clear(place)
            throw error
        }
        switch ending {
        case .status(0): return true
        case .status(ShellScript.Status.elsewhere):
            clear(place)
            session.shell.noteElsewhere()
        case .status(ShellScript.Status.toolless), .missing, .broken:
            clear(place)
        case .status:
            // The walk that follows tells what could not be removed.
            break
        }
        return false
    }

    /// 128 bits by chance.
    private static func token() -> Name {
        let digits = (0..<16).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return Name(".ferry-" + digits.joined()) ?? Name.random(".ferry-")
    }

    /// Makes the sign; false where that is refused, or the directory is none itself.
    private func begin(_ directory: Path, _ place: Path) throws(FileSystemError) -> Bool {
        let site = session.site
        let answers = try RequestWindow(channel: session.channel).ask(2) { index in
            index == 0
                ? .linkStatus(directory) : .makeDirectory(place, Attributes(permissions: 0o700))
        } _: { index, answer throws(FileSystemError) -> Bool in
            guard index == 0 else {
                try Answer(answer, .create, place, on: site).done()
                return true
            }
            return try Answer(answer, .examine, directory, on: site).attributes().kind
                == .directory
        }
        if let loss = session.channel.loss { throw loss }
        let results = answers.mapValues { (try? $0.get()) ?? false }
        if results[0] == true, results[1] == true { return true }
        if results[1] == true { clear(place) }
        return false
    }

    /// What is gone is as wanted, and what cannot go stays in what the user deletes.
    private func clear(_ place: Path) {
        _ = Remover(session: session).removeDirectories([place])
    }

    /// `find` alone walks and removes, from within the directory: it follows no link, whatever is put
    /// in the place of what it has seen, and goes into no other file system. That it removes at all
    /// is said before the proof, so that no end of the script does so without it.
    private static func script(_ directory: Path, _ token: Name) -> ShellScript {
        let sign = Array("./".utf8) + token.bytes
        var script = ShellScript()
        script.add(
            """
            d=-delete
            if find /dev/null -type d $d -printf x 2>/dev/null; then p='-printf \\0'
            elif find /dev/null -type d $d -print0 2>/dev/null; then p=-print0
            else exit \(ShellScript.Status.toolless); fi
            set -f; cd -P --\u{20}
            """)
        script.add(word: directory.bytes)
        script.add(" && test ! -L ")
        script.add(word: sign)
        script.add(" && test -d ")
        script.add(word: sign)
        script.add(" && rmdir -- ")
        script.add(word: sign)
        script.add(" || exit \(ShellScript.Status.elsewhere)\n")
        script.add("exec find . -xdev -depth ! -name . $d \\( -type d -o $p \\)")
        return script
    }
}
