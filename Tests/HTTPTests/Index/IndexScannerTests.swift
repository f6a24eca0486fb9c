import Files
import Testing

@testable import HTTP

@Suite(
    "HTML is read as a browser reads it, in pieces of any size, at a cost that the page cannot choose"
)
struct IndexScannerTests {
    @Test("Quotes, comments, scripts and odd tags")
    func odd() {
        let page = """
            <!DOCTYPE html><?xml version="1.0"?><![CDATA[<a href=cdata>]]><title>Index of</title>
            <!-- <a href=no1> --><!--><a href=a><!---><A HREF = 'b' ><a\nhref\n=\nc\n><a class="href=no"
            href="d"x=y><a title='>' href=e/><a href="f>"><a href=it's><a href="say 'g'"><a href = h>
            <script>"<a href=no2>" </scrip <a href=no></script ><a/href=i></a/b><a href href=no3><style>
            <a href=no4></STYLE><a =x href=j><a data-href=no5 HrEf=k><b href=no6><1<a href=l><!-- - --!>
            <a href=m></ <a href=no7>><a href=n <a href=no8><textarea><a href=no9></textarea><a href=o
            """
        #expect(
            listed(page) == [
                "a", "b", "c", "d", "e/", "f>", "it's", "say 'g'", "h", "i", "j", "k", "l", "m",
                "n",
            ])
    }

    @Test("However it is cut")
    func pieces() {
        let page = Array(
            """
            <title>Index of</title><!-- - -- ><a href=no> --!><pre><a href="a&amp;b">a</a> 21-Nov-2026 10:53 &#49;2
            <a href='c'>c</a>  21-Nov-2026 10:53    1M\n<script></scr</script><a href=d>d</a></pre>
            """.utf8)
        let url = "http://files.example/"
        let whole = page.withUnsafeBytes { IndexPage.parse($0, url: url) }?.entries
        #expect(whole?.count == 3)
        for cut in 0...page.count {
            var parser = IndexPage(url: url)
            page[..<cut].withUnsafeBytes { parser?.feed($0) }
            page[cut...].withUnsafeBytes { parser?.feed($0) }
            #expect(parser?.finish()?.entries == whole, "cut at \(cut)")
        }
        var parser = IndexPage(url: url)
        for byte in page { [byte].withUnsafeBytes { parser?.feed($0) } }
        #expect(parser?.finish()?.entries == whole)
    }

    @Test(
        "Hostile pages of two megabytes",
        arguments: [
            "<", "<a", "<a ", "<a \"", "<a x=\"", "<a href='", "<!--", "<!-- >", "<script>", "</",
            "&",
            "&#", "<a href=\"../", "<a href=a>", "<a href=a 1 ", "<pre>", "<td>",
            "\n<a href=/b/../",
            "<script></", "<td><a href=a>1 ", "<li><a href=x>2026-11-21 ", ">", "<time datetime=",
        ])
    func hostile(piece: String) {
        let bytes = Array(String(repeating: piece, count: 2_000_000 / piece.utf8.count).utf8)
        let clock = ContinuousClock()
        let time = clock.measure {
            var parser = IndexPage(url: "http://files.example/b/")
            var rest = bytes[...]
            while !rest.isEmpty {
                let next = rest.prefix(1_400)
                next.withUnsafeBytes { parser?.feed($0) }
                rest = rest.dropFirst(next.count)
            }
            _ = parser?.finish()
        }
        // Two megabytes take a moment; what is quadratic takes minutes.
        #expect(time < .seconds(40))
    }

    @Test("Limits cut a listing visibly")
    func limits() {
        var limits = DirectoryBuilder.Limits()
        limits.entries = 2
        let page = Array("<title>Index of</title><a href=a><a href=b><a href=c><a href=d>".utf8)
        let directory = page.withUnsafeBytes {
            IndexPage.parse($0, url: "http://files.example/", limits: limits)
        }
        #expect(directory?.count == 2)
        #expect(directory?.isCut == true)
        let long =
            "<title>Index of</title><a href=\""
            + String(repeating: "x", count: 70_000) + "\">x</a><a href=b>b</a>"
        #expect(listed(long) == ["b"])
    }

    @Test("A name that is none is dropped as often as it comes, also past a limit")
    func droppedTwice() {
        let page = Array(
            "<title>Index of</title><a href=\"a%2Fb\"><li><a href=\"a%2Fb\"><li><a href=c>".utf8)
        var limits = DirectoryBuilder.Limits()
        for entries in 0...1 {
            limits.entries = entries
            let directory = page.withUnsafeBytes {
                IndexPage.parse($0, url: "http://files.example/", limits: limits)
            }
            #expect(directory?.count == entries)
            #expect(directory?.droppedCount == 2)
        }
        limits.entries = 0
        let twice = Array("<title>Index of</title><a href=c><li><a href=d><li><a href=c>".utf8)
        let cut = twice.withUnsafeBytes {
            IndexPage.parse($0, url: "http://files.example/", limits: limits)
        }
        #expect(cut?.isCut == true)
    }

    @Test("Names that are no component are counted")
    func dropped() {
        let page = Array(
            "<title>Index of</title><a href=\"a%2Fb\"><a href=\"c%00\"><a href=d>".utf8)
        let directory = page.withUnsafeBytes {
            IndexPage.parse($0, url: "http://files.example/")
        }
        #expect(directory?.droppedCount == 2)
        #expect(directory?.count == 1)
    }
}
