import Files
import Testing

@testable import Settings

@Suite("Settings that a protocol declares")
struct SiteSettingTests {
    private static let depth = SiteOption("depth", standard: 1)
    private static let label = SiteOption<String?>("label")
    private static let isQuick = SiteOption<Bool?>("quick")

    private let settings = [
        SiteSetting(depth, .ftp, "Digs.", mustBe: "odd", in: 1...9, isGeneral: true) {
            $0 % 2 == 1
        },
        SiteSetting(
            label, .ssh, "Names.", unset: "no name", example: .text("a"), only: .sftp,
            with: "quick"),
        SiteSetting(
            isQuick, .web, "Hurries.", unset: "no", example: .flag(true), only: .http),
    ]

    private func site(_ lines: String, scheme: String = "ftp") -> Result<NamedSite?, SettingsError>
    {
        Result { () throws(SettingsError) in
            try SitesFile(
                "[[site]]\nname = \"a\"\nurl = \"\(scheme)://h\"\n\(lines)", file: "f",
                settings: settings
            ).sites.first
        }
    }

    private func failure(_ lines: String, scheme: String = "ftp") -> String {
        switch site(lines, scheme: scheme) {
        case .success: "none"
        case .failure(let error): error.description
        }
    }

    @Test("They are read into the site's options, and written as they are read")
    func reading() throws {
        let named = try #require(try site("depth = 3\nquick = false", scheme: "https").get())
        #expect(named.site[Self.depth] == 3 && named.site[Self.isQuick] == false)
        let block = SitesFile.block(named, settings)
        #expect(block.hasSuffix("depth = 3\nquick = false\n"))
        #expect(try SitesFile(block, file: "f", settings: settings).sites == [named])
    }

    @Test("What they refuse is one sentence with the line")
    func mistakes() {
        #expect(
            failure("depth = 10")
                == "f, line 4: 'depth' must be a whole number from 1 to 9, but is 10.")
        #expect(failure("depth = 4") == "f, line 4: 'depth' must be odd.")
        #expect(failure("\nquick = 1").hasPrefix("f, line 5: 'quick' must be true or false"))
        #expect(
            failure("label = \"x\"", scheme: "sftp")
                == "f, line 4: 'label' has no effect without 'quick'.")
        #expect(
            failure("label = \"x\"\nquick = true")
                == "f, line 4: 'label' is only for sftp:// sites.")
        #expect(
            failure("quick = true")
                == "f, line 4: 'quick' is only for http://, https://, dav:// and davs:// sites.")
        #expect(failure("dept = 3").hasSuffix("did you mean 'depth'?"))
    }

    @Test("Only general ones stand in the configuration, and fill what a site does not say")
    func general() throws {
        let config = try Config("depth = 5", file: "f", settings: settings)
        var bare = Site(scheme: .ftp, host: "h")
        config.reach.fill(&bare)
        #expect(bare[Self.depth] == 5)
        var own = Site(scheme: .ftp, host: "h")
        own[Self.depth] = 7
        config.reach.fill(&own)
        #expect(own[Self.depth] == 7)
        #expect(throws: SettingsError.self) {
            try Config("quick = true", file: "f", settings: settings)
        }
    }
}
