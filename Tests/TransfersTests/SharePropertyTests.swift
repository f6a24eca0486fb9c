import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("What visitors of a share note of files, in the store")
struct SharePropertyTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store.openLasting(at: folder.path("s"))
    }

    private func property(_ path: String, _ name: String, _ value: String) -> KeptProperty {
        KeptProperty(
            path: Path(path), namespace: "urn:z", name: name, value: Array(value.utf8),
            language: value.isEmpty ? nil : "en")
    }

    @Test("Each path has what it was given last, and each folder its own") func own() throws {
        let (one, two) = (Path("/one"), Path("/two"))
        let kept = [property("/a", "p", "1"), property("/a", "q", ""), property("/", "p", "<b/>")]
        try store.saveShareProperties(
            Dictionary(grouping: kept, by: \.path), of: one, time: 1)
        try store.saveShareProperties([Path("/a"): [property("/a", "p", "2")]], of: two, time: 1)
        #expect(Set(try store.shareProperties(of: one)) == Set(kept))
        #expect(try store.shareProperties(of: two) == [property("/a", "p", "2")])
        try store.saveShareProperties(
            [Path("/a"): [], Path("/b"): [property("/b", "p", "3")]], of: one, time: 2)
        let later = try Store.openLasting(at: folder.path("s")).shareProperties(of: one)
        #expect(Set(later) == [kept[2], property("/b", "p", "3")])
        #expect(try store.shareProperties(of: Path("/none")) == [])
    }

    @Test("Of folders that nobody shares any more only so many are remembered") func old() throws {
        for number in 0...SharePropertyRows.folders {
            try store.saveShareProperties(
                [Path("/a"): [property("/a", "p", "\(number)")]], of: Path("/\(number)"),
                time: Int64(number))
        }
        #expect(try store.shareProperties(of: Path("/0")) == [])
        #expect(try store.shareProperties(of: Path("/1")).count == 1)
        #expect(
            try store.shareProperties(of: Path("/\(SharePropertyRows.folders)")).count == 1)
    }
}
