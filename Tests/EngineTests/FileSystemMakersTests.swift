import Files
import Testing

@testable import Engine

@Suite("The protocols of this version")
struct FileSystemMakersTests {
    @Test("No two settings have one key, and none that all sites have")
    func keys() {
        let keys = FileSystemMakers.settings.map(\.key)
        let common = ["name", "url", "user", "charset", "proxy", "timeout", "password_command"]
        #expect(Set(keys + common).count == keys.count + common.count)
        #expect(keys.contains("active") && keys.contains("auth"))
    }

    @Test("A setting's companion is a setting too")
    func companions() {
        let keys = Set(FileSystemMakers.settings.map(\.key))
        let companions = FileSystemMakers.settings.compactMap(\.companion)
        #expect(companions == ["client_certificate"] && keys.isSuperset(of: companions))
    }

    @Test("Each scheme is spoken, or refused in words")
    func makers() {
        let context = ConnectionContext(credentials: Credentials { _ in nil }) { _ in }
        for scheme in Site.Scheme.allCases {
            let refusal = context.refusal(of: Site(scheme: scheme, host: "h"))
            #expect((refusal == nil) == (FileSystemMakers.maker(for: scheme) != nil), "\(scheme)")
        }
    }
}
