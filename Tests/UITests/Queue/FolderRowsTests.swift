import Files
import Jobs
import Support
import Terminal
import Testing

@testable import UI

@Suite("Folders in the queue")
struct FolderRowsTests {
    private func below(_ folder: Int64, _ job: Job) -> Job {
        var job = job
        job.parent = JobID(rawValue: folder)
        return job
    }

    private func folder(_ id: Int64, _ name: String) -> Job {
        job(id, name, .expanding, kind: .directory)
    }

    /// A file, a folder with a file and a folder with two, and a file.
    private func screen(_ width: Int = 100, _ height: Int = 24) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .queue)
        screen.change([
            job(1, "first"), folder(2, "photos"), job(3, "last"),
            below(2, job(4, "photos/one", .running)), below(2, folder(5, "photos/summer")),
            below(5, job(6, "photos/summer/two", .running)),
            below(5, job(7, "photos/summer/three", .running)),
        ])
        return screen
    }

    /// The names in the list, with what stands before them.
    private func names(_ screen: FullScreen) -> [String] {
        let rows = screen.lines.dropFirst(3).prefix { !$0.isEmpty }
        return rows.map { row in
            String(row.dropFirst(QueueLayout.nameStart).prefix(22)).trimmedEnd
        }
    }

    @Test("A folder is one row, and Right and Left show and hide what is in hand below it")
    func opening() {
        var screen = screen()
        #expect(names(screen) == ["first", "▸ photos/", "last"])
        #expect(screen.text.contains("[All 3] Active 5"))
        screen.press("down right")
        #expect(names(screen) == ["first", "▾ photos/", "  one", "  ▸ summer/", "last"])
        #expect(screen.text.contains("[All 3] Active 5"))
        screen.press("down down l")
        #expect(
            names(screen)
                == ["first", "▾ photos/", "  one", "  ▾ summer/", "    two", "    three", "last"])
        screen.press("down left")
        #expect(screen.text.contains("─ summer"))
        screen.press("h h")
        #expect(screen.text.contains("─ photos"))
        screen.press("h")
        #expect(names(screen) == ["first", "▸ photos/", "last"])
        screen.press("right")
        #expect(names(screen) == ["first", "▾ photos/", "  one", "  ▸ summer/", "last"])
    }

    @Test("Where no folder is under the cursor, Right and Left show the other tabs")
    func tabs() {
        var screen = screen()
        screen.press("right")
        #expect(screen.text.contains("[Active 5]"))
        screen.press("left")
        #expect(screen.text.contains("[All 3]"))
    }

    @Test("What comes and goes below an open folder keeps the selected row and the order")
    func changing() {
        var screen = screen()
        screen.press("down right end")
        #expect(screen.text.contains("─ last"))
        screen.change([below(2, job(8, "photos/four", .running)), job(9, "behind")])
        #expect(
            names(screen)
                == ["first", "▾ photos/", "  one", "  ▸ summer/", "  four", "last", "behind"])
        #expect(screen.text.contains("─ last"))
        screen.change([], removed: [JobID(rawValue: 4), JobID(rawValue: 1)])
        #expect(names(screen) == ["▾ photos/", "  ▸ summer/", "  four", "last", "behind"])
        #expect(screen.text.contains("─ last"))
        screen.change(
            [job(2, "photos", .done, kind: .directory)],
            removed: [5, 6, 7, 8].map { JobID(rawValue: $0) })
        #expect(names(screen).count == 3)
        screen.change([], order: [9, 3, 2].map { JobID(rawValue: $0) })
        #expect(names(screen).suffix(3).prefix(2) == ["behind", "last"])
    }

    @Test("A row whose folder nobody knows stands by itself, until that comes")
    func orphans() {
        var screen = FullScreen(width: 100, height: 24, screen: .queue)
        screen.change([below(2, job(4, "photos/one", .running))])
        #expect(names(screen) == ["one"])
        screen.change([folder(2, "photos")])
        #expect(names(screen) == ["▸ photos/"])
        screen.change([], removed: [JobID(rawValue: 2)])
        #expect(names(screen) == ["one"])
        // One that is open is shown below its folder as soon as that comes.
        screen.change([below(1, folder(5, "trip/sub")), below(5, job(6, "trip/sub/two"))])
        screen.press("down right")
        #expect(names(screen) == ["one", "▾ sub/", "  two"])
        screen.change([folder(1, "trip")])
        #expect(names(screen) == ["one", "▸ trip/"])
        screen.press("end right")
        #expect(names(screen) == ["one", "▾ trip/", "  ▾ sub/", "    two"])
    }

    @Test("What is below a folder is not counted twice in the speed of all")
    func speed() {
        var screen = screen()
        var (folder, file, beside) = (
            folder(2, "photos"), below(2, job(4, "photos/one", .running)), job(1, "first", .running)
        )
        (folder.speed, file.speed, beside.speed) = (30_000, 30_000, 5_000)
        screen.change([folder, file, beside])
        #expect(screen.text.contains("active, 34K/s"))
        _ = screen.model.show(.main)
        #expect(screen.text.contains("34K/s"))
        #expect(!screen.text.contains("63K/s"))
    }

    @Test("A folder shows how fast it is and how long it takes, with what is not known of it yet")
    func timeLeft() {
        var screen = FullScreen(width: 100, height: 24, screen: .queue)
        var photos = folder(2, "photos")
        (photos.size, photos.done, photos.filesFound, photos.filesDone) = (4_000, 1_000, 4, 1)
        photos.speed = 100
        screen.change([photos])
        #expect(screen.text.contains("100/s    0:30"))
        // As many directories as were read are still to be read.
        (photos.unmeasured.readDirectories, photos.unmeasured.unreadDirectories) = (2, 2)
        screen.change([photos])
        #expect(screen.text.contains("100/s    1:10"))
        photos.speed = nil
        screen.change([photos])
        #expect(!screen.text.contains("/s "))
    }

    @Test("A click on a folder's mark opens it")
    func clicking() {
        var screen = screen()
        screen.click(QueueLayout.nameStart, 4)
        #expect(names(screen).count == 5)
        screen.click(QueueLayout.nameStart, 4)
        #expect(names(screen).count == 3)
    }

    @Test("Plain frames have plain marks")
    func plain() {
        var screen = screen()
        screen.model.workspace.options.isASCII = true
        #expect(names(screen)[1] == "+ photos/")
        screen.press("down right")
        #expect(names(screen)[1] == "- photos/")
    }

    /// Rows, and the row of each job, as they are found without any shortcut.
    private func plainRows(_ jobs: [Job], _ open: Set<JobID>) -> [JobID] {
        func rows(in folder: JobID?) -> [JobID] {
            jobs.filter { $0.parent == folder }
                .sorted { folder == nil ? false : $0.id < $1.id }
                .flatMap { [$0.id] + (open.contains($0.id) ? rows(in: $0.id) : []) }
        }
        return rows(in: nil)
    }

    @Test("Rows are the same as without shortcuts, whatever comes, goes, opens and closes")
    func random() {
        var random = SeededNumbers(seed: 7)
        for _ in 0..<60 {
            var (queue, jobs, open) = (QueueState(), [Job](), Set<JobID>())
            for step in 1...40 {
                var change = QueueChange()
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2:
                    let folders = jobs.filter { $0.kind == .directory }
                    let parent =
                        Bool.random(using: &random) ? folders.randomElement(using: &random) : nil
                    var new = job(
                        Int64(step), "n\(step)",
                        kind: Bool.random(using: &random) ? .directory : .file)
                    new.parent = parent?.id
                    jobs.append(new)
                    change.changed = [new]
                case 3:
                    // What has nothing below it.
                    let leaves = jobs.filter { leaf in !jobs.contains { $0.parent == leaf.id } }
                    guard let gone = leaves.randomElement(using: &random) else { continue }
                    jobs.removeAll { $0.id == gone.id }
                    open.remove(gone.id)
                    change.removed = [gone.id]
                case 4:
                    let tops = jobs.filter { $0.parent == nil }.shuffled(using: &random)
                    jobs = tops + jobs.filter { $0.parent != nil }
                    change.order = jobs.map(\.id)
                default:
                    guard let folder = jobs.randomElement(using: &random) else { continue }
                    let opens = queue.fold(of: folder.id) == .closed
                    if opens { open.insert(folder.id) } else { open.remove(folder.id) }
                    queue.setOpen(folder.id, opens)
                }
                queue.apply(change, at: Instant(seconds: 0))
                let rows = plainRows(jobs, open)
                #expect(queue.rowCount(of: .all) == rows.count)
                #expect(
                    (0..<rows.count + 1).map { queue.job(atRow: $0, of: .all)?.id } == rows + [nil])
                for (row, id) in rows.enumerated() { #expect(queue.row(of: id, in: .all) == row) }
            }
        }
    }

    @Test("A job that is said to be in itself, or in another folder than before, keeps its row")
    func wrongFolder() {
        var queue = QueueState()
        var change = QueueChange()
        change.changed = [below(1, folder(1, "photos")), below(1, job(2, "photos/one", .running))]
        queue.apply(change, at: Instant(seconds: 0))
        queue.setOpen(JobID(rawValue: 1), true)
        #expect(queue.rowCount(of: .all) == 2)
        change.changed = [folder(1, "photos"), below(2, folder(1, "photos"))]
        change.order = [JobID(rawValue: 2), JobID(rawValue: 1)]
        queue.apply(change, at: Instant(seconds: 0))
        #expect((0...2).map { queue.job(atRow: $0, of: .all)?.id.rawValue } == [1, 2, nil])
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
