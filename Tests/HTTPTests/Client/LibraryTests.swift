import CCurl
import Testing

@Suite struct LibraryTests {
    @Test("libcurl is loaded on first use") func loads() {
        #expect(ferry_curl_load() == 1)
        #expect(ferry_curl_load() == 1)
    }
}
