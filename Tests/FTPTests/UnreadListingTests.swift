import FTP
import Files
import Support
import Testing

@Suite("A listing that nobody understands is no empty directory")
struct UnreadListingTests {
    private static let text = "this is [no] listing\r\nof any kind\r\n"

    private func peer(
        features: [String] = ScriptedConversation.features,
        _ script: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn(features: features)
            for command in features.contains("MLSD")
                ? ["MLSD", "LIST -a", "LIST"] : ["LIST -a", "LIST"]
            {
                try peer.expectPassive()
                try peer.sendFile(command, UnreadListingTests.text)
            }
            try peer.expectPassive()
            try script(peer)
            try peer.expectGoodbye()
        }
    }

    @Test("NLST gives the names, of MLSD's listings too", arguments: [["MLSD", "SIZE"], ["SIZE"]])
    func names(features: [String]) throws {
        let peer = try peer(features: features) { peer in
            try peer.sendFile("NLST", "a b\r\n")
            try peer.expect("SIZE a b", "213 5")
            try peer.expect("MDTM a b", "213 20200102030405")
        }
        let client = Client(peer)
        let listing = try client.files.list(.root)
        #expect(listing.entries.map(\.name.text) == ["a b"])
        #expect(listing.entries.map(\.size) == [5])
        client.files.close()
        try peer.verify()
    }

    @Test("Without names the first line is told", arguments: [true, false])
    func error(isRefused: Bool) throws {
        let peer = try peer { peer in
            if isRefused {
                try peer.expect("NLST", "502 no")
            } else {
                try peer.sendFile("NLST", UnreadListingTests.text)
            }
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(.root)
        }
        #expect(error?.kind == .unsupported)
        #expect(error?.detail.contains("'this is [no] listing'") == true)
        client.files.close()
        try peer.verify()
    }

    @Test("Where there are no names, the lines say that nothing is there, and are counted")
    func empty() throws {
        let peer = try peer { peer in try peer.sendFile("NLST", "") }
        let client = Client(peer)
        let listing = try client.files.list(.root)
        #expect(listing.isEmpty)
        #expect(listing.unreadCount == 2)
        client.files.close()
        try peer.verify()
        #expect(
            client.log.texts(.trouble).contains {
                $0
                    == "Ferry did not understand some lines of the listing (2 in all); the first "
                    + "is 'this is [no] listing'."
            })
    }

    @Test("A complaint alone means that the directory cannot be read")
    func complaint() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.sendFile("LIST -a", "ls: .: Permission denied\r\n")
            try peer.expectPassive()
            try peer.sendFile("LIST", "ls: .: Permission denied\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(.root)
        }
        #expect(error?.kind == .denied)
        #expect(error?.reply == "ls: .: Permission denied")
        client.files.close()
        try peer.verify()
    }

    @Test("Single lines are counted, and the rest is shown")
    func single() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.sendFile("MLSD", "type=file; a\r\nwhat is this\r\ntype=file; b\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let listing = try client.files.list(.root)
        #expect(listing.entries.map(\.name.text) == ["a", "b"])
        #expect(listing.unreadCount == 1)
        client.files.close()
        try peer.verify()
        #expect(client.log.texts(.trouble).contains { $0.contains("'what is this'") })
    }
}
