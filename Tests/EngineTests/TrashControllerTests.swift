import Files
import Glibc
import Local
import Support
import Testing
import UI

@testable import Engine

@Suite("The trash behind its screen") struct TrashControllerTests {
    private let folder: TemporaryFolder
    private let trash: Trash

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        trash = Trash(TrashPlaces(home: Path(folder.path("Trash")), mountPoints: { [] }))
    }

    /// The lists that were posted, and what was said, until something was said or listed.
    private func news(_ inbox: Inbox, notices: Int) -> (lists: [TrashListing], said: [String]) {
        var (lists, said): ([TrashListing], [String]) = ([], [])
        while said.count < notices || lists.isEmpty {
            var wanted = pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 20_000) == 1 else { break }
            for message in inbox.drain() {
                switch message {
                case .trash(_, let listing): lists.append(listing)
                case .notice(let sentence, let isError): said.append("\(isError) \(sentence)")
                default: break
                }
            }
        }
        return (lists, said)
    }

    @Test("It lists, restores and deletes, and says what came of it") func works() throws {
        let inbox = try #require(Inbox())
        let controller = TrashController(inbox, trash: trash)
        let path = Path(folder.path("a"))
        let request = RequestID(rawValue: 1)
        let id = try trash.put(path)
        controller.load(request)
        #expect(news(inbox, notices: 0).lists.last?.entries.map(\.id) == [id])
        try folder.write("new", to: "a")
        controller.restore(request, id)
        var answer = news(inbox, notices: 1)
        #expect(answer.said.first?.hasPrefix("true \(path.text) already exists") == true)
        #expect(answer.lists.last?.entries.map(\.id) == [id])
        #expect(folder.read("a") == Array("new".utf8))
        let second = try trash.put(path)
        controller.restore(request, id)
        answer = news(inbox, notices: 1)
        #expect(answer.said == ["false Restored \(path.text)."])
        #expect(folder.read("a") == Array("one".utf8))
        controller.delete(request, second)
        answer = news(inbox, notices: 1)
        #expect(answer.said == ["false Deleted a.2 from the trash."])
        #expect(answer.lists.last?.entries.isEmpty == true)
        #expect(!folder.exists("Trash/files/a"))
    }
}
