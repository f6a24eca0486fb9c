import Files
import Testing

@testable import Settings

@Suite("Sites of WinSCP and rclone")
struct INIListTests {
    @Test("WinSCP: names and values have escapes, and slashes make folders")
    func winSCP() {
        let found = ListText.read(
            """
            \u{FEFF}[Configuration\\Interface]\r
            Theme=1\r
            [Sessions\\Default%20Settings]\r
            HostName=never\r
            [Sessions\\%EF%BB%BFArbeit/B%C3%BCro%20eins]\r
            HostName=web01.example\r
            PortNumber=2222\r
            UserName=%EF%BB%BFj%C3%B6rg\r
            FSProtocol=2\r
            RemoteDirectory=%EF%BB%BF/srv/x\r
            [Sessions\\caf%E9]\r
            HostName=web02\r
            FSProtocol=5\r
            Ftps=1\r
            PortNumber=990\r
            UserName=anonymous\r
            FtpPasvMode=0\r
            Timeout=60\r
            ProxyMethod=2\r
            ProxyHost=socks.example\r
            ProxyPort=1080\r
            ProxyUsername=pu\r
            ProxyPassword=A35C\r
            Note=%EF%BB%BFone%0D%0Atwo\r
            RemoteDirectory=/a%20b/%25\r
            Color=7\r
            LocalDirectory=C:%5Cx\r
            SynchronizeBrowsing=1\r
            TimeDifference=0.0416\r

            """)
        #expect(
            found == [
                "name = \"Arbeit/Büro eins\"",
                "url = \"sftp://j%C3%B6rg@web01.example:2222/srv/x\"",
                "name = \"café\"", "url = \"ftps://web02/a%20b/%25\"", "active = true",
                "proxy = \"socks5://pu@socks.example:1080\"", "timeout = 60",
                "comment = \"one\\u000Atwo\"",
                "note Not imported: the proxy's password, the time offset, the local directory, "
                    + "synchronised browsing and the colour.",
            ])
    }

    @Test("WinSCP: every protocol and its encryption")
    func winSCPProtocols() {
        func session(_ values: String) -> [String] {
            ListText.read("[Sessions\\n]\nHostName=h\n\(values)\n")
        }
        let name = "name = \"n\""
        #expect(session("") == [name, "url = \"sftp://h\""])
        #expect(session("FSProtocol=1") == [name, "url = \"sftp://h\""])
        #expect(
            session("FSProtocol=0")
                == [name, "url = \"sftp://h\"", "note It was used with SCP; Ferry uses SFTP."])
        #expect(session("FSProtocol=5") == [name, "url = \"ftp://h\"", "tls = false"])
        #expect(session("FSProtocol=5\nFtps=1") == [name, "url = \"ftps://h\""])
        #expect(session("FSProtocol=5\nFtps=2") == [name, "url = \"ftpes://h\""])
        #expect(session("FSProtocol=5\nFtps=3") == [name, "url = \"ftpes://h\""])
        #expect(session("FSProtocol=6") == [name, "url = \"dav://h\""])
        #expect(session("FSProtocol=6\nFtps=1") == [name, "url = \"davs://h\""])
        #expect(
            session("FSProtocol=7") == [
                "skipped n: Its protocol is S3, which Ferry does not support."
            ])
        #expect(
            session("FSProtocol=9")
                == ["skipped n: Its protocol is unknown, which Ferry does not support."])
        #expect(
            session("Tunnel=1\nTunnelHostName=gate") == [
                name, "url = \"sftp://h\"",
                "note The tunnel through gate was not imported; set ProxyJump in ~/.ssh/config.",
            ])
        #expect(
            session("PublicKeyFile=C:%5Ckeys%5Cid.ppk") == [
                name, "url = \"sftp://h\"",
                "note Its key is a PPK file, which ssh cannot read; convert it with puttygen.",
            ])
        #expect(
            session("HostName=i") == [
                name, "url = \"sftp://i\"", "note It has 'HostName' twice; the last was used.",
            ])
    }

    /// As WinSCP does it.
    private func obscured(_ clear: String, key: String, shift: Int, long: Bool = false) -> String {
        let text = Array((key + clear).utf8)
        var bytes: [UInt8] = [0xFF, long ? 2 : 0]
        if long { bytes.append(UInt8(text.count >> 8)) }
        bytes.append(UInt8(text.count & 0xFF))
        bytes.append(UInt8(shift))
        bytes += [UInt8](repeating: 0x5A, count: shift) + text + [1, 2, 3]
        let digits = Array("0123456789ABCDEF")
        return bytes.map { byte in
            let mixed = ~(byte ^ 0xA3)
            return String([digits[Int(mixed >> 4)], digits[Int(mixed & 15)]])
        }.joined()
    }

    @Test("WinSCP: a password that is only obscured is read, any other is left out")
    func winSCPPassword() {
        func session(_ password: String, _ more: String = "") -> [String] {
            let found = ListText.read(
                "[Sessions\\n]\nHostName=host\nUserName=ann\nPassword=\(password)\n\(more)")
            return Array(found.dropFirst(2))
        }
        let secret = "p=%ä \\x"
        for long in [false, true] {
            #expect(
                session(obscured(secret, key: "annhost", shift: 7, long: long))
                    == ["password \(secret)"])
        }
        #expect(WinSCPPassword.reveal("A35C5F5C3D3E3F", user: "", host: "") == "abc")
        let spoilt = ["note The password was not imported, because it cannot be read."]
        #expect(session(obscured(secret, key: "bobhost", shift: 7)) == spoilt)
        for text in ["A", "ZZ", "5C", "A35C", String(repeating: "A3", count: 500)] {
            let found = session(text)
            #expect(found == spoilt, "\(text): \(found)")
        }
        #expect(
            session(
                obscured(secret, key: "annhost", shift: 0),
                "[Configuration\\Security]\nUseMasterPassword=1\n") == [
                    "note The password was not imported, because a WinSCP master password "
                        + "protects it."
                ])
    }

    @Test("rclone: what Ferry speaks itself is a site, the rest goes through rclone")
    func rclone() {
        let found = ListText.read(
            """
            # comment
            [web]
            type = sftp
            host = web01.example
            user = deploy
            port = 2222
            pass = Frmg8Vw-tQgKMMbYhRr5JN3KwI6aKFc
            key_file = ~/.ssh/id_ed25519
            known_hosts_file = ~/.ssh/known

            [old]
            type = ftp
            host = host
            explicit_tls = true
            pass = ???
            user = ann
            [implicit]
            type = ftp
            host = host
            tls = true
            stray
            [cloud]
            type = webdav
            url = https://cloud.example/remote.php/dav/
            vendor = nextcloud
            user = ann
            bearer_token = x
            [pub]
            type = http
            url = http://host/pub
            [bucket 1]
            type = s3
            secret_access_key = never
            [none]
            host = x
            """)
        #expect(
            found == [
                "name = \"web\"", "url = \"sftp://deploy@web01.example:2222\"",
                "ssh_command = \"ssh -i '~/.ssh/id_ed25519' -o 'UserKnownHostsFile=~/.ssh/known'\"",
                "password secret!",
                "name = \"old\"", "url = \"ftpes://ann@host\"",
                "note The password was not imported, because it cannot be read.",
                "name = \"implicit\"", "url = \"ftps://host\"",
                "note It does not name a user: rclone uses yours, Ferry logs in as anonymous.",
                "note A line that is not a setting was skipped.",
                "name = \"cloud\"", "url = \"davs://ann@cloud.example/remote.php/dav\"",
                "note Not imported: the bearer token.",
                "name = \"pub\"", "url = \"http://host/pub\"",
                "name = \"bucket 1\"", "url = \"rclone://bucket%201\"",
                "note Ferry reaches it through rclone, which keeps the login.",
                "skipped none: It does not give its type.",
            ])
    }
}
