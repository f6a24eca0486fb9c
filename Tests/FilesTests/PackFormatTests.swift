import Files
import Testing

@Suite("The format of an archive to be made") struct PackFormatTests {
    @Test(
        "is what the name's ending says, in letters of any case",
        arguments: [
            ("a.zip", PackFormat.zip), ("a.ZIP", .zip), ("a.tar", .tar), ("a.tar.gz", .tarGzip),
            ("a.b.TGZ", .tarGzip), ("a.tar.xz", .tarXz), ("a.txz", .tarXz),
            ("a.tar.zst", .tarZstd), ("a.tzst", .tarZstd), ("a.tar.bz2", .tarBzip2),
            ("a.tbz2", .tarBzip2), (".tar.zip", .zip),
        ])
    func ending(_ name: String, _ format: PackFormat) throws {
        #expect(PackFormat(try #require(Name(name))) == format)
    }

    @Test(
        "is none for other names, and for an ending alone",
        arguments: ["a", "a.gz", "a.7z", "a.rar", ".zip", ".tar.gz", "tar", "zip"])
    func none(_ name: String) throws {
        #expect(PackFormat(try #require(Name(name))) == nil)
    }

    @Test("changes the ending alone, or adds one") func naming() throws {
        #expect(PackFormat.zip.naming("a.tar.gz") == "a.zip")
        #expect(PackFormat.tarXz.naming("~/d/a.b.zip") == "~/d/a.b.tar.xz")
        #expect(PackFormat.tar.naming("a.txt") == "a.txt.tar")
        #expect(PackFormat.tarGzip.naming("") == ".tar.gz")
        for format in PackFormat.allCases {
            #expect(PackFormat(try #require(Name(format.naming("ü")))) == format)
        }
    }
}
