import Files
import Words

/// A folder's page, made in blocks: a hundred thousand entries are never one text in memory.
struct IndexPage: BlockSource {
    /// Bytes of a block, about.
    private static let block = 192 << 10

    private let share: String
    private let path: Path
    private let order: PageOrder
    private let isWritable: Bool
    private let entries: [SharedEntry]
    /// Of the entries, how many are made; nil before the head is.
    private var made: Int?
    private var hasEnd = false

    /// `share` is the shared folder's name; `path` lies below it.
    init(
        _ entries: [SharedEntry], order: PageOrder, share: String, path: Path, isWritable: Bool
    ) {
        self.entries = order.sorted(entries)
        self.order = order
        self.share = share
        self.path = path
        self.isWritable = isWritable
    }

    mutating func next() throws(Refusal) -> [UInt8]? {
        if hasEnd { return nil }
        var page = Markup()
        var index = made ?? 0
        if made == nil { appendStart(to: &page) }
        while index < entries.count, page.bytes.count < IndexPage.block {
            appendRow(entries[index], to: &page)
            index += 1
        }
        made = index
        if index == entries.count {
            appendEnd(to: &page)
            hasEnd = true
        }
        return page.bytes
    }

    private func appendStart(to page: inout Markup) {
        let name = path.name?.text ?? share
        PageFrame.appendStart(title: name, share: share, path: path, to: &page)
        page.append("<main>\n")
        appendFacts(to: &page)
        if isWritable { UploadForm.append(to: &page) }
        page.append("<table>\n<thead><tr>")
        for column in PageOrder.Column.allCases { appendHead(column, to: &page) }
        page.append("</tr></thead>\n<tbody>\n")
        if !path.isRoot {
            page.append("<tr class=\"u\"><td><a href=\"../\">..</a></td><td></td><td></td></tr>\n")
        }
    }

    private func appendFacts(to page: inout Markup) {
        let folders = entries.count { $0.isDirectory }
        let size = entries.reduce(UInt64(0)) { sum, entry in
            entry.isDirectory ? sum : sum.addingReportingOverflow(entry.status.size).partialValue
        }
        var facts: [String] = []
        if folders > 0 { facts.append(Plural.count(folders, "folder")) }
        if folders < entries.count {
            let files = entries.count - folders
            facts.append(listed([Plural.count(files, "file"), PageWords.size(size)]))
        }
        // Buttons, because programs that follow every link would fetch all of it three times.
        page.append("<form class=\"facts\"><span>")
        page.append(text: facts.isEmpty ? Plural.count(0, "file") : facts.joined(separator: ", "))
        page.append("</span><span>")
        let (zip, tar) = (".zip", ".tar")
        page.append(
            text: tr("Download all as \(zip) or \(tar)"),
            marking: [
                (zip, "<button name=\"archive\" value=\"zip\">.zip</button>"),
                (tar, "<button name=\"archive\" value=\"tar\">.tar</button>"),
            ])
        page.append("</span></form>\n")
    }

    private func appendHead(_ column: PageOrder.Column, to page: inout Markup) {
        let decides = column == order.column
        page.append("<th scope=\"col\"")
        if decides {
            page.append(" aria-sort=\"")
            page.append(order.isDescending ? "descending" : "ascending")
            page.append("\"")
        }
        page.append("><a href=\"")
        page.append(text: order.next(column).query)
        page.append("\">")
        switch column {
        case .name: page.append(text: tr("Name"))
        case .size: page.append(text: tr("Size"))
        case .time: page.append(text: tr("Modified (UTC)"))
        }
        if decides { page.append(order.isDescending ? " ▼" : " ▲") }
        page.append("</a></th>")
    }

    private func appendRow(_ entry: SharedEntry, to page: inout Markup) {
        page.append(entry.isDirectory ? "<tr class=\"d\"><td><a href=\"" : "<tr><td><a href=\"")
        page.append(step: entry.name.bytes)
        page.append(entry.isDirectory ? "/\">" : "\">")
        page.append(name: entry.name.bytes)
        page.append("</a></td><td>")
        if !entry.isDirectory {
            page.append("<data value=\"")
            page.append(entry.status.size)
            page.append("\">")
            page.append(text: PageWords.size(entry.status.size))
            page.append("</data>")
        }
        page.append("</td><td><time datetime=\"")
        page.append(text: PageWords.machineTime(entry.status.modified))
        page.append("\">")
        page.append(text: PageWords.time(entry.status.modified))
        page.append("</time></td></tr>\n")
    }

    private func appendEnd(to page: inout Markup) {
        page.append("</tbody>\n</table>\n")
        if entries.isEmpty {
            page.append("<p class=\"empty\">")
            page.append(text: tr("This directory is empty."))
            page.append("</p>\n")
        }
        page.append("</main>\n")
        if isWritable {
            page.append("<script>")
            page.append(PageScript.text)
            page.append("</script>\n")
        }
        PageFrame.appendEnd(to: &page)
    }
}
