import Glibc

/// What libFuzzer calls with each input. The target is chosen by the environment's FUZZ_TARGET.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do {
        try chosen.check(bytes, cut(of: bytes))
    } catch {
        say("\n\(chosen.name): \(error)\n", to: STDERR_FILENO)
        abort()
    }
    return 0
}

private let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if name == "?" {
        for target in FuzzTarget.all {
            say("\(target.name) \(target.samples) \(target.longest)\n", to: STDOUT_FILENO)
        }
        // libFuzzer takes an exit in good order for a find.
        _exit(0)
    }
    guard let target = FuzzTarget.named(name) else {
        say("There is no target '\(name)'.\n", to: STDERR_FILENO)
        _exit(2)
    }
    return target
}()

/// Where the input is cut in two, or 0 for one by one in a quarter of all; the input itself decides,
/// so that it does the same again.
private func cut(of bytes: [UInt8]) -> Int {
    let hash = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
        (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    return hash % 4 == 0 ? 0 : Int(hash >> 16) % (bytes.count + 1)
}

private func say(_ text: String, to descriptor: CInt) {
    let bytes = Array(text.utf8)
    write(descriptor, bytes, bytes.count)
}
