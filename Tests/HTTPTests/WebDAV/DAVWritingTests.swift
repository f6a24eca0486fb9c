import Files
import HTTP
import Support
import Testing

@Suite("Writing to WebDAV servers")
struct DAVWritingTests {
    private func commit(
        _ client: WebClient, _ path: String, _ creation: Creation, inPlace: Bool = false
    ) -> FileSystemError? {
        client.failure { () throws(FileSystemError) in
            try client.commit(path, creation, size: 5, inPlace: inPlace)
        }
    }

    @Test("A file has its name only once it is whole, and its time where the server takes it")
    func whole() throws {
        let time = Timestamp(seconds: 1_614_834_367)
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/d/", "OPTIONS,GET,PUT, move")
            try peer.takeUpload("/d/.ferry-testtest-1", "hello", ["X-OC-MTime: accepted"])
            try peer.answerPropfind(
                "/d/.ferry-testtest-1", DAVReply.file("/d/.ferry-testtest-1", size: 5))
            try peer.answerMove(
                "/d/.ferry-testtest-1", to: "/d/a%20b", overwrite: "F", "201 Created")
        }
        let client = WebClient(peer, .dav)
        let creation = Creation(size: 5, modified: time)
        try client.write("/d/a b", "hello", creation)
        #expect(commit(client, "/d/a b", creation) == nil)
        try peer.verify()
    }

    @Test("A file that the server has already is copied by COPY, until that turns out unknown")
    func copied() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/d/", "MOVE, COPY")
            for status in ["201 Created", "403 Forbidden", "501 Not Implemented"] {
                let request = try peer.expectRequest("COPY /a%20b")
                guard request["Destination"]?.hasSuffix("/d/.ferry-testtest-1") ?? false,
                    request["Overwrite"] == "T"
                else { throw ScriptedPeer.Mismatch("to \(request["Destination"] ?? "nowhere")") }
                try peer.answer(status)
            }
        }
        let client = WebClient(peer, .dav)
        let files = try #require(client.files as? any CopyingOnSite)
        for isCopied in [true, false, false, false] {
            let part = try files.copyOnSite(
                Path("/a b"), size: 5, to: Path("/d/new"), as: WebClient.id, Creation(size: 5))
            #expect((part?.path == Path("/d/.ferry-testtest-1")) == isCopied)
        }
        #expect(!files.copiesOnSite)
        try peer.verify()
    }

    @Test("A file is replaced, but a directory of its name never")
    func replaced() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "MOVE")
            for isFolder in [false, true] {
                try peer.takeUpload("/.ferry-testtest-1", "hello")
                try peer.answerPropfind(
                    "/.ferry-testtest-1", DAVReply.file("/.ferry-testtest-1", size: 5))
                try peer.answerMove(
                    "/.ferry-testtest-1", to: "/a", overwrite: "F", "412 Precondition Failed")
                try peer.answerPropfind(
                    "/a", isFolder ? DAVReply.folder("/a/") : DAVReply.file("/a", size: 1))
                if !isFolder {
                    try peer.answerMove(
                        "/.ferry-testtest-1", to: "/a", overwrite: "T", "204 No Content")
                }
            }
        }
        let client = WebClient(peer, .dav)
        try client.write("/a", "hello", Creation(size: 5))
        #expect(commit(client, "/a", Creation(size: 5)) == nil)
        try client.write("/a", "hello", Creation(size: 5))
        #expect(commit(client, "/a", Creation(size: 5))?.kind == .isDirectory)
        try peer.verify()
    }

    @Test("A file that must be new leaves nothing behind where there is one")
    func exclusive() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "MOVE")
            try peer.takeUpload("/.ferry-testtest-1", "hello")
            try peer.answerPropfind(
                "/.ferry-testtest-1", DAVReply.file("/.ferry-testtest-1", size: 5))
            try peer.answerMove("/.ferry-testtest-1", to: "/a", overwrite: "F", "412 No")
            try peer.expectRequest("DELETE /.ferry-testtest-1")
            try peer.answer("204 No Content")
            // A large one is not even sent.
            try peer.answerPropfind("/b", DAVReply.file("/b", size: 1))
        }
        let client = WebClient(peer, .dav)
        let creation = Creation(size: 5, replaces: false)
        try client.write("/a", "hello", creation)
        #expect(commit(client, "/a", creation)?.kind == .exists)
        try client.files.discard(
            Part(
                id: WebClient.id, file: Path("/a"), place: .beside(WebClient.id.name)), root: nil)
        let large = client.failure { () throws(FileSystemError) in
            _ = try client.files.create(Path("/b"), Creation(size: 1 << 20, replaces: false))
        }
        #expect(large?.kind == .exists)
        try peer.verify()
    }

    @Test("A file of another size, and one that has gone, are not taken for whole")
    func wrongSize() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "MOVE")
            for response in [DAVReply.file("/.ferry-testtest-1", size: 4), nil] {
                try peer.takeUpload("/.ferry-testtest-1", "hello")
                try peer.answerPropfind("/.ferry-testtest-1", response)
            }
            try peer.expectRequest("DELETE /.ferry-testtest-1")
            try peer.answer("404 Not Found")
        }
        let client = WebClient(peer, .dav)
        for _ in 0..<2 {
            try client.write("/a", "hello", Creation(size: 5))
            let error = commit(client, "/a", Creation(size: 5))
            #expect(error?.kind == .truncated)
            #expect(error?.isTransient == true)
        }
        try client.files.discard(
            Part(
                id: WebClient.id, file: Path("/a"), place: .beside(WebClient.id.name)), root: nil)
        try peer.verify()
    }

    @Test("A server that cannot rename gets the file under its own name")
    func direct() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "OPTIONS, PUT, PROPFIND")
            let request = try peer.expectRequest("PUT /a")
            #expect(request["If-None-Match"] == "*")
            _ = try peer.bytes(5)
            try peer.answer("201 Created")
            try peer.answerPropfind("/a", DAVReply.file("/a", size: 5))
        }
        let client = WebClient(peer, .dav)
        let creation = Creation(size: 5, replaces: false)
        try client.write("/a", "hello", creation)
        #expect(commit(client, "/a", creation, inPlace: true) == nil)
        try peer.verify()
    }

    @Test(
        "A server that refuses a part's name gets the file under its own, and is not asked again",
        arguments: ["403 Forbidden", "404 Not Found", "405 No"])
    func refusedPart(status: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "MOVE", part: status)
            try peer.takeUpload("/a", "hello")
            try peer.answerPropfind("/a", DAVReply.file("/a", size: 5))
            try peer.takeUpload("/b", "hello")
        }
        let client = WebClient(peer, .dav)
        try client.write("/a", "hello", Creation(size: 5))
        #expect(commit(client, "/a", Creation(size: 5), inPlace: true) == nil)
        try client.write("/b", "hello", Creation(size: 5))
        try peer.verify()
    }

    @Test("A folder that takes nothing says nothing of the others")
    func refusedFolder() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/closed/", "MOVE", part: "403 Forbidden")
            try peer.expectRequest("PUT /closed/a")
            _ = try peer.bytes(5)
            try peer.answer("403 Forbidden")
            try peer.takeUpload("/.ferry-testtest-1", "")
            try peer.takeUpload("/.ferry-testtest-1", "hello")
        }
        let client = WebClient(peer, .dav)
        #expect(throws: FileSystemError.self) {
            try client.write("/closed/a", "hello", Creation(size: 5))
        }
        try client.write("/b", "hello", Creation(size: 5))
        try peer.verify()
    }

    @Test("One that said it could rename, and cannot, is not asked again")
    func broken() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerOptions("/", "MOVE")
            try peer.takeUpload("/.ferry-testtest-1", "hello")
            try peer.answerPropfind(
                "/.ferry-testtest-1", DAVReply.file("/.ferry-testtest-1", size: 5))
            try peer.answerMove("/.ferry-testtest-1", to: "/a", overwrite: "F", "501 No")
            try peer.takeUpload("/a", "hello")
        }
        let client = WebClient(peer, .dav)
        try client.write("/a", "hello", Creation(size: 5))
        #expect(commit(client, "/a", Creation(size: 5))?.isTransient == true)
        try client.write("/a", "hello", Creation(size: 5))
        try peer.verify()
    }

    @Test("Times are set by the standard's property, or not at all")
    func times() throws {
        let time = "Thu, 04 Mar 2021 05:06:07 GMT"
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("PROPPATCH /a")
            let body = try peer.bytes(Int(request["Content-Length"] ?? "") ?? 0)
            #expect(String(decoding: body, as: UTF8.self).contains(time))
            try peer.answer(
                "207 Multi-Status",
                body: DAVReply.multistatus(DAVReply.found("/a", "<D:getlastmodified/>")))
            try peer.answerPropfind("/a", DAVReply.file("/a", size: 1, time: time))
            try peer.expectRequest("PROPPATCH /b")
            _ = try peer.bytes(body.count)
            try peer.answer("403 Forbidden")
        }
        let client = WebClient(peer, .dav)
        #expect(!client.files.capabilities.contains(.setModified))
        let files = try #require(client.files as? any SettingTimes)
        let results = ["/a", "/b"].flatMap {
            files.setModified([(Path($0), Timestamp(seconds: 1_614_834_367))])
        }
        try results[0].get()
        #expect(client.files.capabilities.contains(.setModified))
        let error = client.failure { () throws(FileSystemError) in try results[1].get() }
        #expect(error?.kind == .unsupported)
        try peer.verify()
    }

    @Test("Times count as settable until a server has refused one")
    func hopefulTimes() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("PROPPATCH /a")
            _ = try peer.bytes(Int(request["Content-Length"] ?? "") ?? 0)
            try peer.answer("403 Forbidden")
        }
        let client = WebClient(peer, .dav)
        let files = try #require(client.files as? any SettingTimes)
        #expect(files.setsTimes)
        let result = try #require(files.setModified([(Path("/a"), Timestamp(seconds: 1))]).first)
        let error = client.failure { () throws(FileSystemError) in try result.get() }
        #expect(error?.kind == .unsupported)
        #expect(!files.setsTimes)
        try peer.verify()
    }

    @Test("An answer that says nothing of a time has not set it")
    func silentTimes() throws {
        let time = "Thu, 04 Mar 2021 05:06:07 GMT"
        let peer = try ScriptedPeer { peer in
            for isTold in [true, false] {
                let request = try peer.expectRequest("PROPPATCH /a")
                _ = try peer.bytes(Int(request["Content-Length"] ?? "") ?? 0)
                let told = isTold ? DAVReply.found("/a", "<D:getlastmodified/>") : ""
                try peer.answer("207 Multi-Status", body: DAVReply.multistatus(told))
                guard isTold else { continue }
                try peer.answerPropfind("/a", DAVReply.file("/a", size: 1, time: time))
            }
        }
        let client = WebClient(peer, .dav)
        let files = try #require(client.files as? any SettingTimes)
        let pairs = Array(repeating: (Path("/a"), Timestamp(seconds: 1_614_834_367)), count: 2)
        let kinds = pairs.flatMap { files.setModified([$0]) }.map { result in
            client.failure { () throws(FileSystemError) in try result.get() }?.kind
        }
        #expect(kinds == [nil, .unsupported])
        try peer.verify()
    }
}
