import Files
import SFTP
import Testing

@Suite("What settings files say of sites that speak SFTP")
struct SFTPOptionsTests {
    @Test("Each option is read under its own key")
    func keys() throws {
        var options = SiteOptions()
        for setting in SFTPOptions.settings {
            #expect(setting.take(.text("ssh -F config"), into: &options))
        }
        #expect(options[SFTPOptions.sshCommand] == "ssh -F config")
        #expect(options[SFTPOptions.command] == "ssh -F config")
        #expect(options[SFTPOptions.serverPath] == "ssh -F config")
        #expect(SFTPOptions.settings.filter(\.isGeneral).map(\.key) == ["ssh_command"])
    }
}
