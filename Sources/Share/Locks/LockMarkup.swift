import Files

/// Locks as properties have them (RFC 4918, sections 15.8 and 15.10).
enum LockMarkup {
    /// What kinds there are.
    static let supported: StaticString = """
        <D:lockentry><D:lockscope><D:exclusive/></D:lockscope>\
        <D:locktype><D:write/></D:locktype></D:lockentry>\
        <D:lockentry><D:lockscope><D:shared/></D:lockscope>\
        <D:locktype><D:write/></D:locktype></D:lockentry>
        """

    static func discovery(_ locks: [Lock]) -> Markup {
        var page = Markup()
        for lock in locks { append(lock, to: &page) }
        return page
    }

    private static func append(_ lock: Lock, to page: inout Markup) {
        page.append("<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>")
        switch lock.scope {
        case .exclusive: page.append("<D:exclusive/>")
        case .shared: page.append("<D:shared/>")
        }
        page.append("</D:lockscope><D:depth>")
        if lock.isDeep { page.append("infinity") } else { page.append("0") }
        page.append("</D:depth>")
        if !lock.owner.isEmpty {
            page.append("<D:owner>")
            page.append(sound: lock.owner)
            page.append("</D:owner>")
        }
        page.append("<D:timeout>Second-")
        page.append(Int(lock.seconds.rounded(.up)))
        page.append("</D:timeout><D:locktoken><D:href>")
        page.append(text: lock.token)
        page.append("</D:href></D:locktoken><D:lockroot><D:href>")
        page.append(text: RequestPath.encode(lock.root.path, isDirectory: lock.isDirectory))
        page.append("</D:href></D:lockroot></D:activelock>")
    }
}
