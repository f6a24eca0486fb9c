import Files
import Glibc
import Settings
import Support
import Testing

@Suite("Passwords in the user's keyring")
struct KeyringTests {
    private let folder: TemporaryFolder
    private let site = Site(scheme: .ftpes, host: "Web01", port: 2_121, user: "anna")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A secret-tool that keeps each secret in a file named after its attributes, and writes its
    /// arguments down.
    private func keyring(_ extra: String = "") throws -> Keyring {
        try folder.write(
            """
            #!/bin/sh
            echo "$*" >>'\(folder.path)/asked'
            \(extra)
            verb=$1; shift
            case $1 in --label=*) shift;; esac
            file='\(folder.path)/'$(echo "$*" | tr ' /' '__')
            case $verb in
            store) cat >"$file";;
            lookup) [ -f "$file" ] && cat "$file";;
            esac
            """, to: "secret-tool")
        chmod(folder.path("secret-tool"), 0o755)
        return try #require(Keyring(path: "relative:/nowhere:\(folder.path)"))
    }

    private var asked: String { String(decoding: folder.read("asked") ?? [], as: UTF8.self) }

    @Test("What was kept is found again, by all who log in to the same account")
    func keep() throws {
        let keyring = try keyring()
        #expect(keyring.lookUp(site) == nil)
        let secret = Secret("p 'w\n$x ä")
        try keyring.keep(secret, for: site)
        #expect(keyring.lookUp(site) == secret)
        var other = site
        other.scheme = .ftp
        other.host = "web01"
        #expect(keyring.lookUp(other) == secret)
        for (host, user) in [("web01", "bob"), ("web02", "anna")] {
            let stranger = Site(scheme: .ftpes, host: host, port: 2_121, user: user)
            #expect(keyring.lookUp(stranger) == nil)
        }
        var web = site
        web.scheme = .https
        #expect(keyring.lookUp(web) == nil)
    }

    @Test("A secret is never an argument")
    func arguments() throws {
        let keyring = try keyring()
        try keyring.keep(Secret("hush-hush"), for: site)
        _ = keyring.lookUp(site)
        #expect(
            asked == """
                store --label=Ferry: ftpes://anna@Web01:2121 application ferry protocol ftp server \
                web01 port 2121 user anna
                lookup application ferry protocol ftp server web01 port 2121 user anna

                """)
    }

    @Test("Why it could not be kept is said in its own words, without the secret")
    func failing() throws {
        let keyring = try keyring("echo \"secret-tool: no keyring\" >&2; exit 1")
        let error = #expect(throws: SettingsError.self) {
            try keyring.keep(Secret("hush-hush"), for: site)
        }
        #expect(error?.message.contains("secret-tool says 'secret-tool: no keyring'") == true)
        #expect(error?.description.contains("hush") == false)
        #expect(keyring.lookUp(site) == nil)
    }

    @Test("What could be taken for an option, or is nobody's, never reaches the tool")
    func options() throws {
        let keyring = try keyring()
        for (host, user) in [("-h", "u"), ("h", "--clear"), ("h", ""), ("h", nil)] {
            let odd = Site(scheme: .ftp, host: host, user: user)
            #expect(keyring.lookUp(odd) == nil)
            #expect(throws: SettingsError.self) { try keyring.keep(Secret("x"), for: odd) }
        }
        #expect(throws: SettingsError.self) { try keyring.keep(Secret(""), for: site) }
        let long = Secret(String(repeating: "x", count: 5_000))
        #expect(throws: SettingsError.self) { try keyring.keep(long, for: site) }
        #expect(asked == "")
    }

    @Test("Where no secret-tool is installed there is no keyring")
    func absent() {
        #expect(Keyring(path: nil) == nil)
        #expect(Keyring(path: "") == nil)
        #expect(Keyring(path: folder.path) == nil)
    }
}
