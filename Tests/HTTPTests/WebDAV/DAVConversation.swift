import Support

/// What a scripted WebDAV server says.
enum DAVReply {
    static func multistatus(_ responses: String...) -> String {
        "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">\(responses.joined())</D:multistatus>"
    }

    static func file(_ href: String, size: Int, time: String? = nil) -> String {
        let modified = time.map { "<D:getlastmodified>\($0)</D:getlastmodified>" } ?? ""
        return found(
            href, "<D:resourcetype/><D:getcontentlength>\(size)</D:getcontentlength>\(modified)")
    }

    static func folder(_ href: String) -> String {
        found(href, "<D:resourcetype><D:collection/></D:resourcetype>")
    }

    static func found(_ href: String, _ properties: String) -> String {
        "<D:response><D:href>\(href)</D:href><D:propstat><D:prop>\(properties)</D:prop>"
            + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }

    static func refused(_ href: String, _ status: String) -> String {
        "<D:response><D:href>\(href)</D:href><D:status>HTTP/1.1 \(status)</D:status></D:response>"
    }
}

extension ScriptedConversation {
    /// Waits for a PROPFIND, reads its body and answers it; nil for what is not there.
    func answerPropfind(_ target: String, depth: Int = 0, _ response: String?) throws {
        let request = try expectRequest("PROPFIND \(target)")
        guard request["Depth"] == String(depth) else {
            throw ScriptedPeer.Mismatch("depth \(request["Depth"] ?? "none")")
        }
        _ = try bytes(Int(request["Content-Length"] ?? "") ?? 0)
        if let response {
            try answer("207 Multi-Status", body: DAVReply.multistatus(response))
        } else {
            try answer("404 Not Found")
        }
    }

    /// Waits for a MOVE and answers it.
    func answerMove(
        _ source: String, to target: String, overwrite: String, _ status: String
    ) throws {
        let request = try expectRequest("MOVE \(source)")
        guard request["Destination"]?.hasSuffix(target) ?? false,
            request["Destination"]?.hasPrefix("http://127.0.0.1:") ?? false
        else { throw ScriptedPeer.Mismatch("to \(request["Destination"] ?? "nowhere")") }
        guard request["Overwrite"] == overwrite else {
            throw ScriptedPeer.Mismatch("overwrite \(request["Overwrite"] ?? "nothing")")
        }
        try answer(status)
    }

    /// Waits for an upload of `text` and takes it.
    func takeUpload(_ target: String, _ text: String, _ fields: [String] = []) throws {
        let request = try expectRequest("PUT \(target)")
        guard request["Content-Length"] == String(text.utf8.count),
            try bytes(text.utf8.count) == Array(text.utf8)
        else { throw ScriptedPeer.Mismatch("another file than '\(text)'") }
        try answer("201 Created", fields)
    }

    /// Says which methods a directory has; with MOVE, an empty part is tried in it, and taken.
    func answerOptions(
        _ target: String, _ methods: String, part: String = "201 Created"
    ) throws {
        try expectRequest("OPTIONS \(target)")
        try answer("200 OK", ["DAV: 1,2", "Allow: \(methods)"])
        guard methods.uppercased().contains("MOVE") else { return }
        let request = try expectRequest("PUT \(target).ferry-testtest-1")
        guard request["Content-Length"] == "0" else {
            throw ScriptedPeer.Mismatch("a part that is not empty")
        }
        try answer(part)
    }
}
