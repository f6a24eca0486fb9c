import Files
import HTTP
import Testing

@Suite("Which file system a site of HTTP's schemes is")
struct WebServiceTests {
    private func site(_ scheme: Site.Scheme, field: String? = nil) -> Site {
        var site = Site(scheme: scheme, host: "a.example")
        site[HTTPOptions.formField] = field
        return site
    }

    private func files(_ site: Site) -> any WebFileSystem {
        WebService.fileSystem(
            for: site, connection: 1, trust: TrustPolicy(memory: TransientTrust()),
            log: { _ in }, password: { _ in nil }, proxyPassword: { _ in nil })
    }

    private func error(_ body: () throws(FileSystemError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error.kind): \(error.detail)"
        }
    }

    @Test("The scheme tells WebDAV, and the form's field a form")
    func kinds() {
        for scheme in [Site.Scheme.http, .https] {
            #expect(WebService(site(scheme)) == .index)
            #expect(WebService(site(scheme, field: "file")) == .form(field: "file"))
        }
        for scheme in [Site.Scheme.dav, .davs] {
            #expect(WebService(site(scheme)) == .webDAV)
            #expect(WebService(site(scheme, field: "file")) == .webDAV)
        }
    }

    @Test("Times and space are WebDAV's alone")
    func abilities() {
        for site in [site(.http), site(.https, field: "file")] {
            #expect(!(files(site) is any SettingTimes))
            #expect(!(files(site) is any TellingSpace))
        }
        #expect(files(site(.dav)) is any SettingTimes)
        #expect(files(site(.dav)) is any TellingSpace)
        #expect(files(site(.http)).capabilities == [])
        #expect(files(site(.http, field: "file")).capabilities == .write)
        #expect(files(site(.davs)).capabilities == [.write, .exactTimes])
    }

    @Test("What HTTP alone cannot do is refused without a request", arguments: [nil, "file"])
    func refused(field: String?) {
        let files = files(site(.https, field: field))
        let path = Path("/a")
        #expect(
            error { () throws(FileSystemError) in try files.makeDirectory(path, root: nil) }
                == "unsupported: /a could not be created. a.example does not support this over https://."
        )
        #expect(
            error { () throws(FileSystemError) in try files.rename(path, to: Path("/b")) }
                == "unsupported: /a could not be renamed. a.example does not support this over https://."
        )
        for results in [
            files.removeFiles([path, path]), files.removeDirectories([path, path]),
        ] {
            #expect(results.count == 2)
            for result in results {
                #expect(
                    error { () throws(FileSystemError) in try result.get() }
                        == "unsupported: /a could not be deleted. a.example does not support this over "
                        + "https://.")
            }
        }
        let part = Part(id: PartID(token: "testtest", number: 1), file: path, place: .inPlace)
        #expect(error { () throws(FileSystemError) in try files.discard(part, root: nil) } == nil)
    }

    @Test("No upload is resumed", arguments: [Site.Scheme.http, .dav])
    func unresumable(scheme: Site.Scheme) {
        let files = files(site(scheme))
        let id = PartID(token: "testtest", number: 1)
        let part = Part(id: id, file: Path("/a"), place: .inPlace)
        let expected =
            "unsupported: /a cannot be resumed on a.example, because HTTP sends whole files; send "
            + "it again."
        #expect(
            error { () throws(FileSystemError) in
                _ = try files.resume(part, Creation(offset: 5))
            } == expected)
        #expect(
            error { () throws(FileSystemError) in
                _ = try files.create(Path("/a"), as: id, Creation(offset: 5))
            } == expected)
    }
}
