import Files
import HTTP
import Support
import Testing

@Suite("Changing what WebDAV servers have")
struct DAVChangeTests {
    @Test("Directories are made where there is nothing")
    func makeDirectory() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/a", DAVReply.folder("/a/"))
            for status in ["201 Created", "409 Conflict", "507 Insufficient Storage"] {
                try peer.answerPropfind("/b", nil)
                try peer.expectRequest("MKCOL /b/")
                try peer.answer(status)
            }
        }
        let client = WebClient(peer, .dav)
        func failure(_ path: String) -> FileSystemError? {
            client.failure { () throws(FileSystemError) in
                try client.files.makeDirectory(Path(path), root: nil)
            }
        }
        #expect(failure("/a")?.kind == .exists)
        #expect(failure("/b") == nil)
        #expect(failure("/b")?.kind == .notFound)
        #expect(failure("/b")?.kind == .full)
        try peer.verify()
    }

    @Test("A directory is never removed as a file, nor where something is in it")
    func guarded() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d", DAVReply.folder("/d/"))
            try peer.answerPropfind(
                "/d/", depth: 1, DAVReply.folder("/d/") + DAVReply.file("/d/a", size: 1))
            try peer.answerPropfind("/f/", depth: 1, DAVReply.file("/f", size: 1))
            try peer.answerPropfind("/e/", depth: 1, DAVReply.folder("/e/"))
            try peer.expectRequest("DELETE /e/")
            try peer.answer("204 No Content")
        }
        let client = WebClient(peer, .dav)
        let results =
            client.files.removeFiles([Path("/d")])
            + client.files.removeDirectories([Path("/d"), Path("/f"), Path("/e")])
        let kinds = results.map { result in
            client.failure { () throws(FileSystemError) in try result.get() }?.kind
        }
        #expect(kinds == [.isDirectory, .notEmpty, .notDirectory, nil])
        try peer.verify()
    }

    @Test("A directory that seems empty and stays may hold what is not listed")
    func hidden() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d/", depth: 1, DAVReply.folder("/d/"))
            try peer.expectRequest("DELETE /d/")
            try peer.answer("405 Method Not Allowed")
        }
        let client = WebClient(peer, .dav)
        let results = client.files.removeDirectories([Path("/d")])
        let error = client.failure { () throws(FileSystemError) in try results[0].get() }
        #expect(error?.kind == .unsupported)
        #expect(error?.detail.hasSuffix("allow it, or does not list everything in it.") == true)
        try peer.verify()
    }

    @Test(
        "What failed within a removal is told",
        arguments: ["207 Multi-Status", "424 Failed Dependency"], [false, true])
    func partial(status: String, startsWithOthers: Bool) throws {
        let causes = [
            DAVReply.refused("/d/x%20y", "423 Locked"),
            DAVReply.refused("/d/z", "424 Failed Dependency"),
        ]
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d/", depth: 1, DAVReply.folder("/d/"))
            try peer.expectRequest("DELETE /d/")
            try peer.answer(
                status, ["Content-Type: application/xml; charset=\"utf-8\""],
                body: DAVReply.multistatus(
                    (startsWithOthers ? causes.reversed() : causes).joined()))
        }
        let client = WebClient(peer, .dav)
        let results = client.files.removeDirectories([Path("/d")])
        let error = client.failure { () throws(FileSystemError) in try results[0].get() }
        #expect(error?.kind == .denied)
        #expect(
            error?.detail == "/d could not be deleted. The cause is /d/x y. It is locked. "
                + "Other causes: 1.")
        try peer.verify()
    }

    @Test(
        "A directory with something that cannot be shown is not removed",
        arguments: [
            DAVReply.file("/d/a%2Fb", size: 1), DAVReply.refused("/d/secret", "403 Forbidden"),
        ])
    func unseen(member: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d/", depth: 1, DAVReply.folder("/d/") + member)
        }
        let client = WebClient(peer, .dav)
        let results = client.files.removeDirectories([Path("/d")])
        let error = client.failure { () throws(FileSystemError) in try results[0].get() }
        #expect(error?.kind == .protocolViolation)
        #expect(error?.detail == "/d could not be listed whole.")
        try peer.verify()
    }

    @Test(
        "A 424 that names nothing is a refusal like others",
        arguments: ["<D:error xmlns:D='DAV:'/>", "<html/>", "", "no XML"])
    func unnamed(body: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d/", depth: 1, DAVReply.folder("/d/"))
            try peer.expectRequest("DELETE /d/")
            try peer.answer(
                "424 Failed Dependency", ["Content-Type: application/xml"], body: body)
        }
        let client = WebClient(peer, .dav)
        let results = client.files.removeDirectories([Path("/d")])
        let error = client.failure { () throws(FileSystemError) in try results[0].get() }
        #expect(error?.kind != .protocolViolation)
        #expect(error?.reply?.contains("424") == true)
        try peer.verify()
    }

    @Test("Renaming tells a directory by its slash, and never replaces anything")
    func rename() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/d", DAVReply.folder("/d/"))
            try peer.answerMove("/d/", to: "/e%20f/", overwrite: "F", "201 Created")
            for status in ["412 Precondition Failed", "409 Conflict", "423 Locked", "502 No"] {
                try peer.answerPropfind("/a", DAVReply.file("/a", size: 1))
                try peer.answerMove("/a", to: "/b", overwrite: "F", status)
            }
            try peer.answerPropfind("/a", nil)
        }
        let client = WebClient(peer, .dav)
        func failure(_ source: String, _ target: String) -> FileSystemError.Kind? {
            client.failure { () throws(FileSystemError) in
                try client.files.rename(Path(source), to: Path(target))
            }?.kind
        }
        #expect(failure("/d", "/e f") == nil)
        #expect(failure("/a", "/b") == .exists)
        #expect(failure("/a", "/b") == .notFound)
        #expect(failure("/a", "/b") == .denied)
        #expect(failure("/a", "/b") == .other)
        #expect(failure("/a", "/b") == .notFound)
        try peer.verify()
    }
}
