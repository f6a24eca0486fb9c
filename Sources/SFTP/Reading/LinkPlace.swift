import Files

/// Where a link leads that READLINK does not read, by what REALPATH says of it.
enum LinkPlace {
    /// Nil where that is no news: servers that do not follow links there say the link's own path.
    static func target(
        in answer: Result<Reply, FileSystemError>, of link: Path, on site: Site
    ) -> [UInt8]? {
        guard let place = try? Answer(answer, .read, link, on: site).name(),
            place.first == 0x2F, Path(place) != link
        else { return nil }
        return place
    }
}
