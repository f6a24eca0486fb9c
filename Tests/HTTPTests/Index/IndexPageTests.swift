import Files
import Testing

@testable import HTTP

@Suite("Index pages of web servers are read as directories")
struct IndexPageTests {
    @Test("nginx gives exact sizes, and times on its own clock")
    func nginx() {
        let page = """
            <html>
            <head><title>Index of /pub/</title></head>
            <body>
            <h1>Index of /pub/</h1><hr><pre><a href="../">../</a>
            <a href="dir%20with%20space/">dir with space/</a>          21-Nov-2026 10:53       -
            <a href="2024-01-02.log">2024-01-02.log</a>                21-Nov-2026 10:53       2
            <a href="a%3Ab%23c%3Fd.txt">a:b#c?d.txt</a>                21-Nov-2026 10:53       1
            <a href="long-name.tar.gz">long-na..&gt;</a> 21-Nov-2026 10:53                   0
            <a href="big.iso">big.iso</a>                              04-Mar-2021 05:06  1500000
            <a href="small%20%26%20%3Codd%3E.txt">small &amp; &lt;odd&gt;.txt</a>   21-Nov-2026 10:53 1M
            <a href="%C3%BCn%C3%AF%20100%25.txt">ünï 100%.txt</a>      21-Nov-2026 10:53       3
            </pre><hr></body>
            </html>
            """
        #expect(
            listed(page) == [
                "dir with space/ 2026-11-21T10:53?", "2024-01-02.log 2 2026-11-21T10:53?",
                "a:b#c?d.txt 1 2026-11-21T10:53?", "long-name.tar.gz 0 2026-11-21T10:53?",
                "big.iso 1500000 2021-03-04T05:06?",
                "small & <odd>.txt 2026-11-21T10:53?", "ünï 100%.txt 3 2026-11-21T10:53?",
            ])
    }

    @Test("Apache's plain list has names only")
    func apachePlain() {
        let page = """
            <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
            <html><head><title>Index of /pub</title></head><body>
            <h1>Index of /pub</h1>
            <ul><li><a href="/"> Parent Directory</a></li>
            <li><a href="./a:b%23c%3fd.txt"> a:b#c?d.txt</a></li>
            <li><a href="small%20&amp;%20%3codd%3e.txt"> small &amp; &lt;odd&gt;.txt</a></li>
            <li><a href="sub/"> sub/</a></li>
            </ul></body></html>
            """
        #expect(listed(page) == ["a:b#c?d.txt", "small & <odd>.txt", "sub/"])
    }

    @Test("Apache's fancy list gives exact sizes below 1 K only")
    func apacheFancy() {
        let page = """
            <html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1>
            <pre><img src="/icons/blank.gif" alt="Icon "> <a href="?C=N;O=D">Name</a>      \
            <a href="?C=M;O=A">Last modified</a>      <a href="?C=S;O=A">Size</a>  \
            <a href="?C=D;O=A">Description</a><hr>\
            <img src="/icons/back.gif" alt="[PARENTDIR]"> <a href="/">Parent Directory</a>       -
            <img src="/icons/a.gif" alt="[   ]"> <a href="2024.log">2024.log</a>     2026-11-21 10:53    2   
            <img src="/icons/a.gif" alt="[   ]"> <a href="big.iso">big.iso</a>      2021-03-04 05:06  1.4M  
            <img src="/icons/folder.gif" alt="[DIR]"> <a href="sub/">sub/</a>        2026-11-21 10:53    -   
            <img src="/icons/a.gif" alt="[   ]"> <a href="x">x</a>   2026-11-21 10:53  512  3 books of 2019
            <hr></pre>
            <address>Apache/2.4.67 (Debian) Server at files.example Port 80</address></body></html>
            """
        #expect(
            listed(page) == [
                "2024.log 2 2026-11-21T10:53?", "big.iso 2021-03-04T05:06?",
                "sub/ 2026-11-21T10:53?", "x 512 2026-11-21T10:53?",
            ])
    }

    @Test("Apache's table, with icons that are links too")
    func apacheTable() {
        let page = """
            <html xmlns="http://www.w3.org/1999/xhtml"><head><title>Index of /pub</title></head><body>
            <table><tr><th valign="top">&nbsp;</th><th><a href="?C=N;O=D">Name</a></th>\
            <th><a href="?C=M;O=A">Last modified</a></th></tr>
            <tr><th colspan="5"><hr /></th></tr>
            <tr><td valign="top"><img src="/i.gif" alt="[PARENTDIR]" /></td>\
            <td><a href="/">Parent Directory</a>       </td><td>&nbsp;</td>\
            <td align="right">  - </td><td>&nbsp;</td></tr>
            <tr><td valign="top"><a href="a.log"><img src="/i.gif" alt="[   ]" /></a></td>\
            <td><a href="a.log">a.log</a>   </td><td align="right">2026-11-21 10:53  </td>\
            <td align="right">  2 </td><td>&nbsp;</td></tr>
            <tr><td valign="top"><img src="/i.gif" alt="[   ]" /></td><td>\
            <a href="big.iso">big.iso</a></td><td align="right">2021-03-04 05:06  </td>\
            <td align="right">1.4M</td><td>12</td></tr>
            <tr><td valign="top"><img src="/i.gif" alt="[DIR]" /></td><td><a href="sub/">sub/</a>\
            </td><td align="right">2026-11-21 10:53  </td><td align="right">  - </td></tr>
            </table></body></html>
            """
        #expect(
            listed(page) == [
                "a.log 2 2026-11-21T10:53?", "big.iso 2021-03-04T05:06?", "sub/ 2026-11-21T10:53?",
            ])
    }

    @Test("lighttpd gives seconds, and no size that is exact")
    func lighttpd() {
        let page = """
            <!DOCTYPE html><html><head><title>Index of /pub/</title><style type="text/css">
            a, a:active {content: "<a href='no'>";}
            </style></head><body><h2>Index of /pub/</h2><div class="list">
            <table summary="Directory Listing"><thead><tr><th class="n">Name</th>\
            <th class="m">Last Modified</th></tr></thead><tbody>
            <tr class="d"><td class="n"><a href="../">..</a>/</td><td class="m">&nbsp;</td>\
            <td class="s">- &nbsp;</td><td class="t">Directory</td></tr>
            <tr class="d"><td class="n"><a href="sub/">sub</a>/</td>\
            <td class="m">2026-Nov-21 10:53:06</td><td class="s">- &nbsp;</td>\
            <td class="t">Directory</td></tr>
            <tr><td class="n"><a href="big.iso">big.iso</a></td>\
            <td class="m">2021-Mar-04 05:06:07</td><td class="s">1.4M</td>\
            <td class="t">application/octet-stream</td></tr>
            </tbody></table></div><script type="text/javascript">
            document.write("<a href='script.js'>1</a>");
            </script></body></html>
            """
        #expect(listed(page) == ["sub/ 2026-11-21T10:53:06?", "big.iso 2021-03-04T05:06:07?"])
    }

    @Test("Caddy's times have a zone, and its attributes exact sizes")
    func caddy() {
        let page = """
            <!DOCTYPE html><html><head><link rel="canonical" href="/pub/"><title>/pub/</title></head>
            <body><header><h1><a href="../">/</a><a href="">pub</a>/</h1></header>
            <a href="./?sort=name&amp;order=asc">Name</a><table><tbody>
            <tr><td></td><td><a href=".."><span class="goup">Up</span></a></td><td>&mdash;</td></tr>
            <tr class="file"><td></td><td><a href="./sub/"><span class="name">sub</span></a></td>
            <td>&mdash;</td><td class="timestamp hideable"><time datetime="2026-11-21T11:53:06+01:00">\
            11/21/2026 11:53:06 AM</time></td><td class="hideable"></td></tr>
            <tr class="file"><td></td><td><svg><use xlink:href="#file"></use></svg>\
            <a href="./10%25.iso"><span class="name">10%.iso</span></a></td>
            <td class="size" data-size="1500000"><div class="sizebar"><div class="sizebar-text">\
            1.4 MiB</div></div></td>
            <td class="timestamp hideable"><time datetime="2021-03-04T05:06:07Z">03/04/2021 05:06:07 AM\
            </time></td></tr></tbody></table>
            <footer>Served with <a href="https://caddyserver.com">Caddy</a></footer></body></html>
            """
        #expect(
            listed(page) == ["sub/ 2026-11-21T10:53:06", "10%.iso 1500000 2021-03-04T05:06:07"])
    }

    @Test("Older ones sort by exact sizes, and an empty root is one too")
    func olderCaddy() {
        let row = """
            <tr class="file"><td></td><td><a href="./a%20b"><span class="name">a b</span></a></td>
            <td data-order="3000000">2.9 MiB</td><td class="hideable">\
            <time datetime=" 2021-03-04T05:06:07Z">03/04/2021 05:06:07 AM +00:00</time></td></tr>
            """
        func page(_ rows: String, _ path: String) -> String {
            """
            <html><head><title>\(path)</title></head><body><h1><a href="/">\(path)</a></h1>
            <table><thead><tr><th><a href="?sort=name&order=asc">Name</a></th></tr></thead>
            <tbody>\(rows)</tbody></table>
            <footer>Served with <a href="https://caddyserver.com">Caddy</a></footer></body></html>
            """
        }
        #expect(listed(page(row, "/")) == ["a b 3000000 2021-03-04T05:06:07"])
        #expect(listed(page("", "/"), at: "http://files.example/") == [])
        #expect(listed(page("", "/pub/"), at: "http://files.example/") == nil)
    }

    @Test("Another Ferry gives exact sizes and times")
    func ferry() {
        let page = """
            <html><head><title>pub</title></head><body><nav><a href="/">share</a></nav><main>
            <table><thead><tr><th scope="col"><a href="?sort=name">Name</a></th></tr></thead><tbody>
            <tr class="u"><td><a href="../">..</a></td><td></td><td></td></tr>
            <tr><td><a href="big">big</a></td><td><data value="3000001">2.9 MB</data></td>\
            <td><time datetime="2021-03-04T05:06:07Z">2021-03-04 05:06</time></td></tr>
            <tr><td><a href="small">small</a></td><td><data value="7">7 bytes</data></td>\
            <td><time datetime="2021-03-04T05:06:07Z">2021-03-04 05:06</time></td></tr>
            </tbody></table></main></body></html>
            """
        #expect(
            listed(page) == ["big 3000001 2021-03-04T05:06:07", "small 7 2021-03-04T05:06:07"])
    }

    @Test("Caddy's kin put the size into an element of its own")
    func rclone() {
        let page = """
            <html><head><title>/</title></head><body><h1><a href="/">/</a><a href="">pub</a></h1>
            <table><tr class="file"><td></td><td><span class="name"><a href="big.iso">big.iso</a></span>
            </td><td data-order="1500000"><size>1500000</size></td><td class="hideable">\
            <time datetime="2021-03-04 05:06:07.25 &#43;0000 UTC">2021-03-04 05:06:07</time></td></tr>
            </table></body></html>
            """
        #expect(listed(page) == ["big.iso 1500000 2021-03-04T05:06:07"])
    }

    @Test("Python's http.server has names only, and an at sign after links")
    func python() {
        let page = """
            <!DOCTYPE HTML><html lang="en"><head><title>Directory listing for /pub/</title></head>
            <body><h1>Directory listing for /pub/</h1><hr><ul>
            <li><a href="dir%20with%20space/">dir with space/</a></li>
            <li><a href="link">link@</a></li>
            </ul><hr></body></html>
            """
        #expect(listed(page) == ["dir with space/", "link"])
    }

    @Test("IIS puts the date and the size before the link")
    func internetInformationServices() {
        let page = """
            <html><head><title>files.example - /pub/</title></head><body><H1>files.example - /pub/</H1>\
            <hr><pre><A HREF="/">[To Parent Directory]</A><br><br> 11/21/2026 10:40 AM        &lt;dir&gt; \
            <A HREF="/pub/sub/">sub</A><br> 3/4/2021  5:06 PM      1500000 \
            <A HREF="/pub/Big%20File.iso">Big File.iso</A><br></pre><hr></body></html>
            """
        #expect(
            listed(page) == ["sub/ 2026-11-21T10:40?", "Big File.iso 1500000 2021-03-04T17:06?"])
    }

    @Test("Jetty's table, old and new")
    func jetty() {
        let page = """
            <!DOCTYPE html><html lang="en"><head><title>Directory: /pub/</title></head><body>
            <h1 class="title">Directory: /pub/</h1><table class="listing"><thead>
            <tr><th class="name"><a href="?C=N&amp;O=D">Name&nbsp; &#8679;</a></th></tr></thead><tbody>
            <tr><td class="name"><a href="../">Parent Directory</a></td><td></td></tr>
            <tr><td class="name"><a href="/pub/sub/">sub/&nbsp;</a></td><td class="lastmodified">\
            Nov 21, 2026, 10:40:04\u{202F}AM&nbsp;</td><td class="size">4096 bytes&nbsp;</td></tr>
            <tr><td class="name"><a href="/pub/big.iso">big.iso&nbsp;</a></td><td class="lastmodified">\
            Mar 4, 2021 5:06:07 PM&nbsp;</td><td class="size">1,500,000 bytes&nbsp;</td></tr>
            </tbody></table></body></html>
            """
        #expect(
            listed(page) == ["sub/ 2026-11-21T10:40:04?", "big.iso 1500000 2021-03-04T17:06:07?"])
    }

    @Test("Tomcat's table has times of the web's own form")
    func tomcat() {
        let page = """
            <html><head><title>Directory Listing For [/pub/]</title></head><body>
            <h1>Directory Listing For [/pub/] - <a href="/"><b>Up To [/]</b></a></h1>
            <table width="100%"><tr><td align="left"><font size="+1"><strong>Filename</strong></font>
            </td></tr><tr><td align="left">&nbsp;&nbsp;<a href="/pub/big.iso"><tt>big.iso</tt></a></td>
            <td align="right"><tt>1464.8 kb</tt></td>
            <td align="right"><tt>Thu, 04 Mar 2021 05:06:07 GMT</tt></td></tr></table>
            <h3>Apache Tomcat/9.0.1</h3></body></html>
            """
        #expect(listed(page) == ["big.iso 2021-03-04T05:06:07"])
    }

    @Test("Go's file server sends nothing but links, or nothing at all")
    func go() {
        #expect(
            listed("<pre>\n<a href=\"a\">a</a>\n<a href=\"b/\">b/</a>\n</pre>\n") == ["a", "b/"])
        #expect(
            listed("<!doctype html>\n<meta name=\"viewport\" content=\"x\">\n<pre>\n</pre>\n") == []
        )
    }

    @Test("Pages of servers that nobody knows")
    func unknown() {
        let list = """
            <h2>My files</h2><ul><li><a href=one.zip>one.zip</a> (12 KiB, 2026-11-21)
            <li><a href='two.zip'>two.zip</a> 1,234 bytes 2026-11-21T10:40:04Z
            <li><a href="/pub/three.zip?download=1">get</a></ul>
            """
        #expect(
            listed(list) == ["one.zip 2026-11-21?", "two.zip 1234 2026-11-21T10:40:04"])
        let spans = """
            <ul id="files"><li><a href="/pub/a" title="a"><span class="name">a 12</span>\
            <span class="size">123</span><span class="date">11/21/2026 1:40:04 PM</span></a></li></ul>
            """
        #expect(listed(spans) == ["a 123 2026-11-21T13:40:04?"])
        #expect(
            listed(
                "<table><tr><td><a href=a>a</a><td>1 234 files<td>99<td>Sat Nov 21 10:40:04 UTC 2026"
            )
                == ["a 99 2026-11-21T10:40:04"])
    }

    @Test("A page that is no index is none")
    func others() {
        #expect(listed("<h1>404 Not Found</h1><hr><center>nginx</center>") == nil)
        #expect(listed("") == nil)
        #expect(
            listed(
                "<h1>News</h1><a href=\"https://a.example/\">a</a><a href=\"/x/y\">b</a>"
                    + "<a href=\"https://c.example/\">c</a><a href=\"about\">d</a>") == nil)
        #expect(listed("<a href=a>", at: "ftp://files.example/pub/") == nil)
    }
}
