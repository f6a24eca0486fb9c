import Files
import Testing

@testable import HTTP

@Suite("Work on many files")
struct BatchTests {
    private func pending(_ number: UInt64) -> PendingCommit {
        PendingCommit(
            part: Part(
                id: PartID(token: "testtest", number: number), file: Path("/\(number)"),
                place: .inPlace), creation: Creation(), size: number)
    }

    @Test("Each has its own answer, and a refusal of one is none of the others'")
    func own() {
        let parts = (1...3).map { pending($0) }
        let results = Batch.commit(parts) { pending throws(FileSystemError) in
            if pending.size == 2 { throw FileSystemError(.denied, detail: "no") }
            return Committed(.none("\(pending.size)"))
        }
        #expect(results.count == 3)
        for part in parts {
            switch results[part.part.id] {
            case .success(let committed): #expect(committed == Committed(.none("\(part.size)")))
            case .failure(let error): #expect(part.size == 2 && error.kind == .denied)
            case nil: Issue.record("\(part.size) has no answer")
            }
        }
    }

    @Test(
        "After what ends the connection the rest has failed unasked",
        arguments: [FileSystemError.Kind.connection, .timeout, .cancelled, .login])
    func lost(kind: FileSystemError.Kind) {
        var asked: [Int] = []
        let results = Batch.results([1, 2, 3]) { item throws(FileSystemError) in
            asked.append(item)
            if item == 2 { throw FileSystemError(kind, detail: "gone") }
        }
        #expect(asked == [1, 2])
        let kinds = results.map { result -> FileSystemError.Kind? in
            if case .failure(let error) = result { error.kind } else { nil }
        }
        #expect(kinds == [nil, kind, kind])
    }
}
