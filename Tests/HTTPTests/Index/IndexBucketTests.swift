import Files
import Testing

@testable import HTTP

@Suite("Buckets of S3 are read as directories")
struct IndexBucketTests {
    private func feed(_ xml: String, to listing: S3Listing) -> Bool {
        var xml = xml
        let isFed = xml.withUTF8 { listing.feed(UnsafeRawBufferPointer($0)) }
        return listing.finishPage() && isFed
    }

    private let first = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>
        <Prefix>pub/</Prefix><NextContinuationToken>1/a+==</NextContinuationToken>
        <KeyCount>3</KeyCount><MaxKeys>3</MaxKeys><Delimiter>/</Delimiter><IsTruncated>true</IsTruncated>
        <Contents><Key>pub/</Key><LastModified>2021-03-04T05:06:07.000Z</LastModified><Size>0</Size>
        </Contents><Contents><Key>pub/a &amp; b.txt</Key>
        <LastModified>2021-03-04T05:06:07.123Z</LastModified><ETag>&quot;x&quot;</ETag><Size>1234</Size>
        <Owner><ID>i</ID></Owner></Contents>
        <CommonPrefixes><Prefix>pub/sub/</Prefix></CommonPrefixes></ListBucketResult>
        """

    @Test("Page by page")
    func pages() {
        #expect(S3Listing.matches(first.utf8))
        let listing = S3Listing()
        #expect(feed(first, to: listing))
        #expect(listing.next == .token("1/a+=="))
        #expect(
            feed(
                "<ListBucketResult><Prefix>pub/</Prefix><IsTruncated>false</IsTruncated>"
                    + "<Contents><Key>pub/c</Key><Size>5</Size></Contents></ListBucketResult>",
                to: listing))
        #expect(listing.next == nil)
        #expect(
            listing.directory.entries.map(shown) == [
                "a & b.txt 1234 2021-03-04T05:06:07", "sub/", "c 5",
            ])
    }

    @Test("Version 1 goes on from a marker, or from the last name")
    func markers() {
        let listing = S3Listing()
        #expect(
            feed(
                "<ListBucketResult><IsTruncated>true</IsTruncated><NextMarker>m</NextMarker>"
                    + "<Contents><Key>l</Key></Contents></ListBucketResult>", to: listing))
        #expect(listing.next == .marker("m"))
        #expect(
            feed(
                "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>n</Key></Contents>"
                    + "</ListBucketResult>", to: listing))
        #expect(listing.next == .marker("n"))
    }

    @Test("Without a delimiter the names' slashes make directories, each once")
    func flat() {
        let listing = S3Listing()
        let keys = ["a/b/c", "a/d", "e", "../x", "/y", "f+g%2Fh", "i//j", "."]
        let contents = keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
        #expect(feed("<ListBucketResult>\(contents)</ListBucketResult>", to: listing))
        #expect(
            listing.directory.entries.map(shown) == ["a/", "e 1", "f+g%2Fh 1", "i/"])
        #expect(listing.directory.droppedCount == 3)
    }

    @Test("Names may come encoded as in a form")
    func encoded() {
        let listing = S3Listing(prefix: Array("p q/".utf8))
        #expect(
            feed(
                "<ListBucketResult><EncodingType>url</EncodingType><Prefix>p+q%2F</Prefix><Contents>"
                    + "<Key>p+q%2Fa%20b+c</Key></Contents></ListBucketResult>", to: listing))
        #expect(listing.directory.entries.map(shown) == ["a b c"])
    }

    @Test("What is no listing is none")
    func others() {
        #expect(!feed("<Error><Code>AccessDenied</Code></Error>", to: S3Listing()))
        #expect(!feed("<ListBucketResult>", to: S3Listing()))
        #expect(!feed("", to: S3Listing()))
        #expect(!S3Listing.matches("<html>".utf8))
    }
}
