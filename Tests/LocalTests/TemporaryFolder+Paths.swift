import Files
import Support

extension TemporaryFolder {
    var root: Path { Path(path) }
    func at(_ name: String) -> Path { Path(path + "/" + name) }
    func text(_ name: String) -> String? {
        read(name).map { String(decoding: $0, as: UTF8.self) }
    }
}
