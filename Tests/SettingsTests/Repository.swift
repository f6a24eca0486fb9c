/// Where this package's own files lie.
enum Repository {
    static let themes =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/themes"
}
