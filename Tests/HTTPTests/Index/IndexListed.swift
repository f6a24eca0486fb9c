import Files
@testable import HTTP

/// A page's entries, one a line: the name, its kind, its size, its time with `?` where its zone is
/// not known.
func listed(_ page: String, at url: String = "http://files.example/pub/") -> [String]? {
    var text = page
    return text.withUTF8 { IndexPage.parse(UnsafeRawBufferPointer($0), url: url) }
        .map { $0.entries.map(shown) }
}

func shown(_ entry: Entry) -> String {
    let kind = entry.kind == .directory ? "/" : ""
    let size = entry.size.map { " \($0)" } ?? ""
    guard let time = entry.modified else { return entry.name.text + kind + size }
    let civil = CivilTime(secondsSinceEpoch: time.seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var shown = "\(civil.year)-\(two(civil.month))-\(two(civil.day))"
    if time.precision > .day { shown += "T\(two(civil.hour)):\(two(civil.minute))" }
    if time.precision == .second { shown += ":\(two(civil.second))" }
    return "\(entry.name.text)\(kind)\(size) \(shown)\(time.isZoned ? "" : "?")"
}
