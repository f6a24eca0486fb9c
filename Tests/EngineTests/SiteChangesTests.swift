import Engine
import Files
import Settings
import Synchronization
import Testing
import UI

@Suite("Changes of the sites are written beside the main thread, and the list comes again")
struct SiteChangesTests {
    private final class Sites: Sendable {
        let names = Mutex<[String]>(["old"])
    }

    @Test("The list comes first, then what was done")
    func change() throws {
        let sites = Sites()
        let place = Site(scheme: .ftp, host: "h")
        let bench = try Bench(prepare: { access in
            access.choices = {
                .success(
                    sites.names.withLock { $0 }.map {
                        SiteChoice(name: $0, site: place, path: nil, origin: .sites)
                    })
            }
            access.saveSite = { change in
                sites.names.withLock { $0.append(change.site.name) }
                return nil
            }
            access.removeSite = { name in
                sites.names.withLock { $0.removeAll { $0 == name } }
                return nil
            }
            access.forgetSite = { _ in
                sites.names.withLock { $0 = [] }
                return nil
            }
        })
        func list() throws -> [String] {
            try bench.wait { if case .sites(let choices) = $0 { choices.map(\.name) } else { nil } }
        }
        func notice() throws -> String {
            try bench.wait { if case .notice(let text, false) = $0 { text } else { nil } }
        }
        _ = bench.engine.run(.saveSite(SiteChange(NamedSite(name: "new", site: place))))
        #expect(try list() == ["old", "new"])
        let saved = try bench.wait { if case .siteSaved(let name) = $0 { name } else { nil } }
        #expect(saved == "new")
        _ = bench.engine.run(.removeSite("old"))
        #expect(try list() == ["new"])
        #expect(try notice() == "The site 'old' is removed from your sites.")
        _ = bench.engine.run(.forgetSite(place))
        #expect(try list() == [])
        #expect(try notice() == "The visits to ftp://h are forgotten.")
    }

    @Test("What cannot be written is said")
    func failure() throws {
        let bench = try Bench(prepare: { access in
            access.saveSite = { _ in SettingsError(file: "sites.toml", "The disk is full.") }
        })
        let site = NamedSite(name: "x", site: Site(scheme: .ftp, host: "h"))
        _ = bench.engine.run(.saveSite(SiteChange(site)))
        let said = try bench.wait { if case .siteRefused(let text) = $0 { text } else { nil } }
        #expect(said == "sites.toml: The disk is full.")
    }
}
