import Digests

/// Archives as somebody makes them who means harm, or whose disk has lost some of them: each by a name
/// that says what is wrong, made anew for each run and always the same.
enum HostileArchives {
    static let all: [(name: String, bytes: [UInt8])] =
        paths + links + hardLinks + devices + sizes + duplicates + zips + cut + changed + crowded

    /// A file that is as it should be.
    private static let good = Array("good".utf8)
    private static let contents = Array("contents of a file\n".utf8)

    private static func tar(_ make: (inout TarBytes) -> Void) -> [UInt8] {
        var tar = TarBytes()
        tar.add(good, contents)
        make(&tar)
        tar.add(Array("last".utf8), contents)
        return tar.ended
    }

    private static func zip(_ make: (inout ZipBytes) -> Void) -> [UInt8] {
        var zip = ZipBytes()
        zip.add(good, contents)
        make(&zip)
        zip.add(Array("last".utf8), contents)
        return zip.ended()
    }

    /// `a/a/…`, so many times.
    private static func deep(_ count: Int) -> [UInt8] {
        Array(repeating: [0x61, 0x2F] as [UInt8], count: count).flatMap(\.self)
    }

    // MARK: Names

    private static let badNames: [[UInt8]] =
        [
            "../out", "../../../../../../tmp/out", "/out", "//out", "/tmp/../out", "a/../../out",
            "a/..", "..", ".", "./", "", "/", "a//b", "./a/./b", "a\0/../out", "..\\..\\out",
            "C:\\out", "C:/out", "-rf", "~/out", "~root/out", "a\nb", "a\u{1B}[2Jb", "%2e%2e/out",
            " ", ".ferry-aaaaaaaa-1", "a/../b", ".../out", "a\u{202E}txt.exe", "good/below",
            "\u{FF0E}\u{FF0E}/out",
        ].map { Array($0.utf8) } + [
            [0xFF, 0xFE, 0x2F, 0x41], [0x2E, 0x2E, 0xC0, 0xAF, 0x41],
            [UInt8](repeating: 0x61, count: 99),
        ]

    private static let paths: [(String, [UInt8])] =
        badNames.enumerated().flatMap { number, name in
            [
                ("tar path \(number)", tar { $0.add(name, contents) }),
                ("tar directory \(number)", tar { $0.add(name, type: "5") }),
                ("zip path \(number)", zip { $0.add(name, contents) }),
            ]
        } + [
            ("pax path out", tar { $0.addLong(Array("../out".utf8)) }),
            ("pax path deep", tar { $0.addLong(deep(2_000)) }),
            ("pax path long", tar { $0.addLong([UInt8](repeating: 0x61, count: 70_000)) }),
            ("pax name long", tar { $0.addLong([UInt8](repeating: 0x61, count: 300)) }),
            ("zip path long", zip { $0.add([UInt8](repeating: 0x61, count: 65_000), contents) }),
            ("zip path deep", zip { $0.add(deep(30_000)) }),
        ]

    // MARK: Links

    private static let targets = [
        "/etc", "/", "..", "../..", "../../../../../../../tmp", ".", "link", "./link", "good/..",
        "", "/proc/self/cwd", "a/../../..", "nothing", "good",
    ]

    private static let links: [(String, [UInt8])] =
        targets.enumerated().flatMap { number, target in
            let target = Array(target.utf8)
            let link = Array("link".utf8)
            return [
                ("tar link \(number)", tar { $0.add(link, type: "2", link: target) }),
                (
                    "tar link \(number) and a file behind it",
                    tar {
                        $0.add(link, type: "2", link: target)
                        $0.add(Array("link/out".utf8), contents)
                    }
                ),
                (
                    "zip link \(number) and a file behind it",
                    zip {
                        $0.add(link, target, ZipBytes.Lies(attributes: 0o120777 << 16))
                        $0.add(Array("link/out".utf8), contents)
                    }
                ),
            ]
        } + [
            (
                "two links in a circle",
                tar {
                    $0.add(Array("one".utf8), type: "2", link: Array("two".utf8))
                    $0.add(Array("two".utf8), type: "2", link: Array("one".utf8))
                }
            ),
            (
                "a hundred links in a row",
                tar { tar in
                    for number in 0..<100 {
                        tar.add(
                            Array("l\(number)".utf8), type: "2",
                            link: Array("l\(number + 1)/l\(number + 1)".utf8))
                    }
                }
            ),
            (
                "a link with a long text",
                tar {
                    $0.addLong(
                        Array("link".utf8), link: [UInt8](repeating: 0x61, count: 60_000), type: "2"
                    )
                }
            ),
            (
                "a link over a file of that name",
                tar { $0.add(good, type: "2", link: Array("/etc/passwd".utf8)) }
            ),
        ]

    private static let hardLinks: [(String, [UInt8])] =
        ["nothing", "/etc/passwd", "../out", "last", "hard", "", "..", "dir"].map { target in
            (
                "hard link to '\(target)'",
                tar {
                    $0.add(Array("dir".utf8), type: "5")
                    $0.add(Array("hard".utf8), type: "1", link: Array(target.utf8))
                }
            )
        }

    private static let devices: [(String, [UInt8])] = "3467VMDNSLKXg".map { type in
        ("tar type \(type)", tar { $0.add(Array("device".utf8), type: type) })
    }

    // MARK: Sizes and sums

    private static let sizes: [(String, [UInt8])] =
        [
            Array("77777777777\0".utf8), Array("-1         \0".utf8), Array("zzzzzzzzzzz\0".utf8),
            Array("00000000001\0".utf8), Array("00000100000\0".utf8),
            [UInt8](repeating: 0, count: 12),
            [0x80] + [UInt8](repeating: 0, count: 3) + [0x7F] + [UInt8](repeating: 0xFF, count: 7),
            [UInt8](repeating: 0xFF, count: 12), [0x80] + [UInt8](repeating: 0xFF, count: 11),
        ].enumerated().map { number, size in
            ("tar size \(number)", tar { $0.add(Array("liar".utf8), contents, size: size) })
        } + [
            (
                "pax size",
                tar {
                    $0.add(
                        Array("pax".utf8),
                        TarBytes.record("size", Array("99999999999999999999".utf8)), type: "x")
                    $0.add(Array("liar".utf8), contents)
                }
            ),
            (
                "pax sparse",
                tar {
                    $0.add(
                        Array("pax".utf8),
                        TarBytes.record("GNU.sparse.realsize", Array("9000000000000000000".utf8))
                            + TarBytes.record(
                                "GNU.sparse.map", Array("0,1,8999999999999999999,1".utf8)),
                        type: "x")
                    $0.add(Array("liar".utf8), contents)
                }
            ),
        ]

    private static let duplicates: [(String, [UInt8])] = ["0", "2", "5"].flatMap { first in
        ["0", "2", "5"].map { second in
            (
                "twice, \(first) and \(second)",
                tar {
                    for type in [first, second] {
                        $0.add(
                            Array("same".utf8), type == "0" ? contents : [],
                            type: Character(type), link: type == "2" ? Array("/etc".utf8) : [])
                        $0.add(Array("same/below".utf8), contents)
                    }
                }
            )
        }
    }

    private static let zips: [(String, [UInt8])] =
        [
            ("zip larger than said", ZipBytes.Lies(size: 1)),
            ("zip smaller than said", ZipBytes.Lies(size: 4_000_000_000)),
            ("zip packed larger", ZipBytes.Lies(packed: 4_000_000_000)),
            ("zip all ones", ZipBytes.Lies(size: .max, packed: .max)),
            ("zip with a wrong checksum", ZipBytes.Lies(checksum: 1)),
            ("zip behind its end", ZipBytes.Lies(offset: 4_000_000_000)),
            ("zip in itself", ZipBytes.Lies(offset: 3)),
            ("zip deflated that is not", ZipBytes.Lies(method: 8)),
            ("zip of lzma that is not", ZipBytes.Lies(method: 14)),
            ("zip of ppmd that is not", ZipBytes.Lies(method: 98)),
            ("zip of no method", ZipBytes.Lies(method: 999)),
            ("zip encrypted", ZipBytes.Lies(flags: 1)),
            ("zip encrypted strongly", ZipBytes.Lies(flags: 0x41)),
            ("zip with another local name", ZipBytes.Lies(localName: Array("../out".utf8))),
            ("zip of a device", ZipBytes.Lies(attributes: 0o020666 << 16)),
            ("zip of a directory with contents", ZipBytes.Lies(attributes: 0o040755 << 16)),
        ].map { name, lies in (name, zip { $0.add(Array("liar".utf8), contents, lies) }) }
        + [
            ("zip that counts too many", ended { $0.ended(count: 60_000) }),
            ("zip that counts too few", ended { $0.ended(count: 0) }),
            ("zip with a large directory", ended { $0.ended(size: .max) }),
            ("zip with a far directory", ended { $0.ended(offset: .max) }),
            ("zip that ends twice", ended { $0.ended(comment: ZipBytes().ended()) }),
            ("zip whose files overlap", overlapping),
        ]

    private static func ended(_ make: (ZipBytes) -> [UInt8]) -> [UInt8] {
        var zip = ZipBytes()
        zip.add(good, contents)
        return make(zip)
    }

    /// Twenty thousand files in about the same million bytes, each with a header inside the one before.
    private static let overlapping: [UInt8] = {
        var zip = ZipBytes()
        for number in 0..<20_000 {
            zip.add(
                Array("f\(number)".utf8), [], ZipBytes.Lies(size: 1_000_000, packed: 1_000_000))
        }
        zip.add(good, [UInt8](repeating: 0, count: 1_000_000))
        return zip.ended()
    }()

    // MARK: Damage

    private static let wholeTar = tar { $0.addLong(Array("pax/name".utf8)) }
    private static let wholeZip = zip { $0.add(Array("dir/".utf8)) }

    private static let cut: [(String, [UInt8])] = {
        var all: [(String, [UInt8])] = [("nothing", []), ("one byte", [0x50])]
        for part in 1...12 {
            all.append(
                ("tar cut at \(part)/13", Array(wholeTar.prefix(wholeTar.count * part / 13))))
            all.append(
                ("zip cut at \(part)/13", Array(wholeZip.prefix(wholeZip.count * part / 13))))
        }
        return all
    }()

    private static let changed: [(String, [UInt8])] = {
        var all: [(String, [UInt8])] = []
        for round in 0..<30 {
            for (kind, whole) in [("tar", wholeTar), ("zip", wholeZip)] {
                var state = UInt64(round) &* 77 &+ 1
                var bytes = whole
                for _ in 0..<20 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
                }
                all.append(("\(kind) changed \(round)", bytes))
            }
        }
        return all
    }()

    // MARK: Bombs

    private static let crowded: [(String, [UInt8])] = [
        (
            "more entries than may be",
            {
                var zip = ZipBytes()
                zip.add(good, contents)
                for number in 0..<65_000 {
                    zip.add(Array("f\(number)".utf8))
                }
                return zip.ended()
            }()
        ),
        (
            "fifty deep directories",
            {
                var tar = TarBytes()
                for number in 0..<50 {
                    tar.addLong(
                        Array("\(number)/".utf8) + deep(120), type: "5")
                }
                return tar.ended
            }()
        ),
    ]
}
