import Files
import Testing

@testable import SFTP

@Suite("How ssh is called")
struct SSHCommandLineTests {
    private func configuration(_ lines: String...) -> SSHConfiguration? {
        let usual = ["user me", "hostname 192.0.2.7", "port 2200"]
        return SSHConfiguration(Array((usual + lines).joined(separator: "\n").utf8))
    }

    private func arguments(
        _ site: Site, _ configuration: SSHConfiguration? = nil,
        _ questions: SSHCommandLine.Questions = .asked
    ) -> [String] {
        SSHCommandLine(site, variable: { _ in nil }).carrier(configuration, questions)
    }

    @Test("It is given what OpenSSH's own sftp gives, and the site's host as it stands")
    func plain() {
        let site = Site(scheme: .sftp, host: "My-Alias")
        #expect(
            arguments(site) == [
                "ssh", "-o", "ForwardX11=no", "-o", "ForwardAgent=no", "-o",
                "PermitLocalCommand=no", "-o", "ClearAllForwardings=yes", "-o", "RequestTTY=no",
                "-o", "VisualHostKey=yes", "-s", "--", "My-Alias", "sftp",
            ])
    }

    @Test("A port and a user are named only where the site names them")
    func place() {
        let site = Site(scheme: .sftp, host: "box", port: 2200, user: "-oProxyCommand=x")
        #expect(
            arguments(site).suffix(8) == [
                "-p", "2200", "-l", "-oProxyCommand=x", "-s", "--", "box", "sftp",
            ])
    }

    private static let usualCiphers = [
        "chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,"
            + "aes128-gcm@openssh.com,aes256-gcm@openssh.com",
        "chacha20-poly1305@openssh.com,aes128-gcm@openssh.com,aes256-gcm@openssh.com,"
            + "aes128-ctr,aes192-ctr,aes256-ctr",
    ]

    private func ciphers(
        _ said: String?, of site: Site = Site(scheme: .sftp, host: "box"),
        processor: String = "flags\t\t: fpu aes avx"
    ) -> String? {
        let read = said.map { configuration("ciphers \($0)") } ?? configuration()
        return SSHCommandLine(site, processor: ProcessorFeatures(processor)) { _ in nil }
            .carrier(read, .asked).first { $0.hasPrefix("Ciphers=") }
    }

    @Test("AES comes first where nobody has chosen ciphers, and the processor has it")
    func ciphers() throws {
        for usual in SSHCommandLineTests.usualCiphers {
            #expect(
                ciphers(usual)
                    == "Ciphers=aes128-gcm@openssh.com,aes256-gcm@openssh.com,"
                    + "chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr")
            #expect(ciphers(usual, processor: "Features : fp aes pmull") != nil)
            for other in ["flags : fpu avx", "", "model name : aes", "flags : vaes"] {
                #expect(ciphers(usual, processor: other) == nil, "\(other)")
            }
            var site = Site(scheme: .sftp, host: "box")
            site[SFTPOptions.prefersAES] = false
            #expect(ciphers(usual, of: site) == nil)
        }
        for own in [nil, "", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com,aes128-ctr"] {
            #expect(ciphers(own) == nil, "\(own ?? "none")")
        }
    }

    @Test("A site's sftp-server is run in the subsystem's place")
    func server() {
        var site = Site(scheme: .sftp, host: "box")
        site[SFTPOptions.serverPath] = "/usr/libexec/sftp-server"
        #expect(arguments(site).suffix(3) == ["--", "box", "/usr/libexec/sftp-server"])
        #expect(!arguments(site).contains("-s"))
    }

    @Test("The site's own command goes before the environment's, and the shell reads either")
    func commands() {
        var site = Site(scheme: .sftp, host: "box")
        let named = SSHCommandLine(site) { $0 == "FERRY_SSH" ? "ssh -F 'my file'" : nil }
        #expect(
            named.carrier(nil, .asked).prefix(4)
                == ["/bin/sh", "-c", "exec ssh -F 'my file' \"$@\"", "ssh -F 'my file'"])
        site[SFTPOptions.sshCommand] = "other"
        let own = SSHCommandLine(site) { _ in "ssh" }
        #expect(own.carrier(nil, .asked)[2] == "exec other \"$@\"")
        #expect(own.programName == "other")
        #expect(own.question.contains("-G"))
    }

    @Test("What the configuration leaves open is filled in, and what it says holds")
    func filledIn() {
        var site = Site(scheme: .sftp, host: "box")
        site.timeout = 30
        let open = arguments(site, configuration("connecttimeout none", "serveraliveinterval 0"))
        #expect(open.contains("ConnectTimeout=30"))
        #expect(open.contains("ServerAliveInterval=10"))
        let said = arguments(site, configuration("connecttimeout 7", "serveraliveinterval 5"))
        #expect(!said.contains { $0.hasPrefix("ConnectTimeout") || $0.hasPrefix("ServerAlive") })
    }

    @Test("A changed host key is refused even where the configuration checks none")
    func strict() {
        let site = Site(scheme: .sftp, host: "box")
        for value in ["no", "off", "false"] {
            #expect(
                arguments(site, configuration("stricthostkeychecking \(value)"))
                    .contains("StrictHostKeyChecking=accept-new"))
        }
        for value in ["yes", "ask", "accept-new"] {
            #expect(
                !arguments(site, configuration("stricthostkeychecking \(value)"))
                    .contains { $0.hasPrefix("StrictHostKeyChecking") })
        }
    }

    @Test("Where nobody is asked, ssh is told so")
    func batch() {
        let site = Site(scheme: .sftp, host: "box")
        #expect(arguments(site, nil, .left).contains("BatchMode=yes"))
        #expect(!arguments(site, nil, .asked).contains("BatchMode=yes"))
    }

    @Test("A login that others share has a socket, and those neither log in nor ask")
    func sharing() {
        let site = Site(scheme: .sftp, host: "box")
        let command = SSHCommandLine(site, variable: { _ in nil })
        let master = command.carrier(nil, .asked, .master("/run/m"))
        for option in ["ControlMaster=yes", "ControlPath=/run/m", "ControlPersist=no"] {
            #expect(master.contains(option))
        }
        let extra = command.carrier(nil, .left, .extra)
        for option in ["ControlMaster=no", "ControlPath=none", "BatchMode=yes"] {
            #expect(extra.contains(option))
        }
        let channel = command.channel(at: "/run/m")
        for option in [
            "ControlMaster=no", "ControlPath=/run/m", "BatchMode=yes", "ProxyCommand=false",
            "PreferredAuthentications=none",
        ] {
            #expect(channel.contains(option))
        }
        #expect(channel.suffix(4) == ["-s", "--", "box", "sftp"])
        #expect(!command.channel(at: nil).contains { $0.hasPrefix("ControlPath") })
        #expect(!command.carrier(nil, .asked).contains { $0.hasPrefix("Control") })
    }

    @Test("What ssh -G writes is read, and what it does not write is nothing")
    func configurations() {
        let known = configuration(
            "hostkeyalias alias", "controlmaster auto", "controlpath /run/me/%C",
            "userknownhostsfile /a /b", "proxyjump way", "pubkeyacceptedalgorithms x",
            "user another", "canonicalizePermittedcnames none")
        #expect(known?.account == "me@alias")
        #expect(known?.makesMasters == true)
        #expect(known?.controlPath == "/run/me/%C")
        #expect(known?.knownHostsFiles == ["/a", "/b"])
        #expect(known?.isDirect == false)
        #expect(known?.marksChallenges == true)
        let plain = configuration("controlmaster false", "proxyjump none")
        #expect(plain?.account == "me@192.0.2.7")
        #expect(plain?.makesMasters == false)
        #expect(plain?.isDirect == true)
        #expect(plain?.marksChallenges == false)
        for text in ["", "usage: ssh [-46AaCfGgKkMNnqsTtVvXxYy]", "user me\nhostname x"] {
            #expect(SSHConfiguration(Array(text.utf8)) == nil)
        }
        #expect(SSHConfiguration([UInt8](repeating: 0x61, count: 1 << 20)) == nil)
    }

    @Test(
        "A host that ssh, or the shell behind it, would read as something else is refused",
        arguments: [
            "-oProxyCommand=x", "a b", "a\nb", "a;b", "$(b)", "`b`", "a|b", "me@box", "a/b", "",
            "a'b", "a\"b", "a\u{7F}", String(repeating: "x", count: 256),
        ])
    func hosts(host: String) {
        let site = Site(scheme: .sftp, host: host)
        #expect(throws: FileSystemError.self) { try SSHName.check(site) }
    }

    @Test("Usual names are taken")
    func usualNames() throws {
        for host in ["box", "192.0.2.7", "::1", "fe80::1%eth0", "käse.example", "a_b-c.d"] {
            try SSHName.check(Site(scheme: .sftp, host: host, user: "DOMAIN\\me"))
            try SSHName.check(Site(scheme: .sftp, host: host, user: "me@example.org"))
        }
    }

    @Test("A user that ssh, or the shell behind it, would read as something else is refused")
    func users() {
        for user in ["", "-l", "a;b", "a\nb", "`b`", "a\\"] {
            #expect(throws: FileSystemError.self) {
                try SSHName.check(Site(scheme: .sftp, host: "box", user: user))
            }
        }
    }
}
