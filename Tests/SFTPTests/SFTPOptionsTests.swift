import Files
import SFTP
import Testing

@Suite("What settings files say of sites that speak SFTP")
struct SFTPOptionsTests {
    @Test("Each option is read under its own key")
    func keys() throws {
        var options = SiteOptions()
        for setting in SFTPOptions.settings where setting.form == .text {
            #expect(setting.take(.text("ssh -F config"), into: &options))
        }
        let flags = SFTPOptions.settings.filter { $0.form == .flag }
        #expect(options[SFTPOptions.shell])
        for setting in flags { #expect(setting.take(.flag(false), into: &options)) }
        #expect(!options[SFTPOptions.shell])
        #expect(options[SFTPOptions.sshCommand] == "ssh -F config")
        #expect(options[SFTPOptions.command] == "ssh -F config")
        #expect(options[SFTPOptions.serverPath] == "ssh -F config")
        #expect(!options[SFTPOptions.prefersAES])
        #expect(
            SFTPOptions.settings.filter(\.isGeneral).map(\.key) == [
                "ssh_command", "shell", "prefer_aes",
            ])
    }

    @Test("Of a command only the program is told, because a secret may stand behind it")
    func facts() {
        var options = SiteOptions()
        #expect(SFTPOptions.settings.allSatisfy { $0.fact?(options) == nil })
        options[SFTPOptions.sshCommand] = "sshpass -p secret ssh"
        options[SFTPOptions.command] = "docker exec secret sftp-server"
        options[SFTPOptions.serverPath] = "/usr/lib/sftp-server"
        #expect(
            SFTPOptions.settings.map { $0.fact?(options) } == [
                SiteFact("ssh", "sshpass"), SiteFact("Command", "docker"),
                SiteFact("Server", "/usr/lib/sftp-server"), nil, nil,
            ])
        options[SFTPOptions.shell] = false
        options[SFTPOptions.prefersAES] = false
        #expect(
            SFTPOptions.settings.suffix(2).map { $0.fact?(options) } == [
                SiteFact("Shell", "not used"), SiteFact("Cipher", "ssh's default"),
            ])
    }
}
