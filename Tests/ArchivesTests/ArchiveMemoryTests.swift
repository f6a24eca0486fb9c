import Archives
import Files
import Support
import Testing

/// Archives whose headers ask for more memory than Ferry gives, made by the programs that make such
/// archives, some with a header that was changed afterwards.
extension HostileArchiveTests {
    @Suite("The memory that unpacking takes")
    struct ArchiveMemoryTests {
        /// The same quarter of a million random bytes 800 times: the archive is small, yet no bomb, and all
        /// of the dictionary is used.
        private static let large = "python3 make.py > large && tar cf large.tar large"

        private static let makeLarge = """
            import random, sys
            random.seed(1)
            block = random.randbytes(250_000)
            for number in range(800):
                sys.stdout.buffer.write(block)
            """

        /// Gives the first block of a .xz file a dictionary of 1 GiB.
        private static let growXZ = """
            import binascii, struct
            data = bytearray(open('a.tar.xz', 'rb').read())
            end = 12 + 4 * (data[12] + 1) - 4
            place = data.index(b'\\x21\\x01', 12) + 2
            data[place] = 36
            data[end:end + 4] = struct.pack('<I', binascii.crc32(data[12:end]))
            open('a.tar.xz', 'wb').write(data)
            """

        /// Gives the folder of a .7z file with a plain header a dictionary of 1 GiB.
        private static let growSevenZip = """
            import binascii, struct
            data = bytearray(open('a.7z', 'rb').read())
            offset, size = struct.unpack('<QQ', data[12:28])
            start = 32 + offset
            place = max(data.find(b'\\x23\\x03' + codec, start) for codec in (b'\\1\\1', b'\\4\\1')) + 6
            data[place:place + 4] = struct.pack('<I', 1 << 30)
            data[28:32] = struct.pack('<I', binascii.crc32(data[start:start + size]))
            data[8:12] = struct.pack('<I', binascii.crc32(data[12:32]))
            open('a.7z', 'wb').write(data)
            """

        private static func make(_ command: String) throws -> TemporaryFolder {
            let folder = try TemporaryFolder(isInMemory: true)
            try folder.write(Array(makeLarge.utf8), to: "make.py")
            try folder.write(Array(growXZ.utf8), to: "grow-xz.py")
            try folder.write(Array(growSevenZip.utf8), to: "grow-7z.py")
            #expect(Command.run(["/bin/sh", "-c", "cd '\(folder.path)' && \(command)"]) == 0)
            return folder
        }

        /// Makes a small archive of the same kind as `name`.
        private static func makeSmall(like name: String, in folder: TemporaryFolder) -> String {
            let commands = [
                "a.tar.xz": "tar cf - make.py | xz -0 > first.tar.xz",
                "a.tar.zst": "tar cf - make.py | zstd -q --fast > first.tar.zst",
                "a.7z": "7z a -mx=1 first.7z make.py",
            ]
            let command = commands[name] ?? "false"
            #expect(Command.run(["/bin/sh", "-c", "cd '\(folder.path)' && \(command)"]) == 0)
            return folder.path(name.replacing("a.", with: "first."))
        }

        /// Reads the whole of each file; what went wrong, and how much memory it took, in MiB. To be called
        /// in a process of its own, as other tests take memory too. `small` is another archive of its kind.
        private static func read(_ archive: String, after small: String) -> (
            error: FileSystemError?, mebibytes: Double
        ) {
            // The code that the process has not run yet takes memory too, but is not what this is about.
            let first = ArchiveQueue.enter(ArchiveQueue.site(small), ArchiveMemory())
            do throws(FileSystemError) {
                for entry in try first.list(.root).entries {
                    try readAll(try first.open(Path.root.appending(entry.name), from: 0))
                }
            } catch {
                return (error, .infinity)
            }
            first.close()
            let before = Memory.resident
            Memory.forgetPeak()
            let files = ArchiveQueue.enter(ArchiveQueue.site(archive), ArchiveMemory())
            defer { files.close() }
            var error: FileSystemError?
            do throws(FileSystemError) {
                for entry in try files.list(.root).entries {
                    try readAll(try files.open(Path.root.appending(entry.name), from: 0))
                }
            } catch let found {
                error = found
            }
            return (error, Double(Memory.peak - before) / 1_048_576)
        }

        private static func readAll(_ source: any FileSource) throws(FileSystemError) {
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { room.deallocate() }
            while try source.read(into: room) > 0 {}
            try source.finish()
        }

        @Test(
            "Archives that need more than 64 MiB are refused with a sentence, and take no more",
            arguments: [
                ("a.tar.xz", "xz -0c large.tar > a.tar.xz && python3 grow-xz.py", "1,024"),
                (
                    "a.tar.xz",
                    "head -c 1000000 large.tar | xz -0c > first && mv first a.tar.xz && "
                        + "tail -c +1000001 large.tar | xz --lzma2=preset=0,dict=128MiB -c >> a.tar.xz",
                    "128"
                ),
                ("a.tar.zst", "zstd -q --long=27 -c < large.tar > a.tar.zst", "128"),
                (
                    "a.tar.zst",
                    "head -c 1000000 large.tar | zstd -qc > a.tar.zst && "
                        + "tail -c +1000001 large.tar | zstd -q --long=27 -c >> a.tar.zst", "128"
                ),
                (
                    "a.7z", "7z a -mhc=off -m0=LZMA:d=1m -mx=1 a.7z large && python3 grow-7z.py",
                    "1,024"
                ),
                ("a.7z", "7z a -m0=LZMA2:d=128m -mx=1 -mmt=1 a.7z large", "128"),
                (
                    "a.7z",
                    "head -c 1000000 large > part && 7z a -mhc=off -m0=PPMd:mem=16m a.7z part && "
                        + "python3 grow-7z.py", "1,024"
                ),
            ])
        func tooMuch(_ name: String, _ command: String, _ needed: String) async throws {
            let folder = try ArchiveMemoryTests.make("\(ArchiveMemoryTests.large) && \(command)")
            let archive = folder.path(name)
            let small = ArchiveMemoryTests.makeSmall(like: name, in: folder)
            await #expect(processExitsWith: .success) {
                [archive = archive as String, small = small as String, needed = needed as String] in
                let (error, mebibytes) = ArchiveMemoryTests.read(archive, after: small)
                #expect(
                    error?.message
                        == "\(archive) needs \(needed) MiB of memory to unpack, and Ferry "
                        + "allows 64 MiB; unpack it with another program.")
                #expect(mebibytes <= 64)
            }
        }

        @Test(
            "Archives as programs make them by default or at their best are read",
            arguments: [
                ("a.tar.xz", "xz --lzma2=preset=0,dict=8MiB -c large.tar > a.tar.xz", 16.0),
                // As `xz -9` makes them: the dictionary alone is 64 MiB.
                ("a.tar.xz", "xz --lzma2=preset=0,dict=64MiB -c large.tar > a.tar.xz", 68.0),
                ("a.tar.zst", "zstd -q -c < large.tar > a.tar.zst", 16.0),
                ("a.tar.zst", "zstd -q --long=26 -c < large.tar > a.tar.zst", 68.0),
                ("a.7z", "7z a -mx=1 a.7z large", 64.0),
                ("a.7z", "7z a -m0=LZMA2:d=64m -mx=1 -mmt=1 a.7z large", 68.0),
            ])
        func enough(_ name: String, _ command: String, _ most: Double) async throws {
            let folder = try ArchiveMemoryTests.make("\(ArchiveMemoryTests.large) && \(command)")
            let archive = folder.path(name)
            let small = ArchiveMemoryTests.makeSmall(like: name, in: folder)
            await #expect(processExitsWith: .success) {
                [
                    archive = archive as String, small = small as String,
                    command = command as String, most = most as Double
                ] in
                let (error, mebibytes) = ArchiveMemoryTests.read(archive, after: small)
                #expect(error == nil)
                #expect(mebibytes > 0 && mebibytes <= most, "\(command): \(mebibytes) MiB")
            }
        }

        @Test("A .7z file with a packed header is read where it is the first archive of all")
        func firstArchive() async throws {
            let folder = try TemporaryFolder()
            let command = "cd '\(folder.path)' && echo 1 > a && echo 2 > b && 7z a -mhc=on a.7z a b"
            #expect(Command.run(["/bin/sh", "-c", command]) == 0)
            let archive = folder.path("a.7z")
            await #expect(processExitsWith: .success) { [archive = archive as String] in
                let files = ArchiveQueue.enter(ArchiveQueue.site(archive), ArchiveMemory())
                let names = (try? files.list(.root))?.entries.map(\.name.text)
                #expect(names == ["a", "b"])
            }
        }

        @Test("A .7z file whose header is packed by LZMA2 is read") func packedHeader() throws {
            let script = """
                import binascii, lzma, struct
                def crc(data): return struct.pack('<I', binascii.crc32(data))
                raw = [{'id': lzma.FILTER_LZMA2, 'dict_size': 1 << 20}]
                name = 'hello'.encode('utf-16-le') + b'\\0\\0'
                header = (b'\\x01\\x04\\x06\\x00\\x01\\x09\\x05\\x00\\x07\\x0b\\x01\\x00\\x01\\x01\\x00\\x0c\\x05'
                    + b'\\x00\\x08\\x0a\\x01' + crc(b'12345') + b'\\x00\\x00'
                    + b'\\x05\\x01\\x11' + bytes([len(name) + 1]) + b'\\0' + name + b'\\x00\\x00')
                packed = lzma.compress(header, lzma.FORMAT_RAW, filters=raw)
                outer = (b'\\x17\\x06\\x05\\x01\\x09' + bytes([len(packed)])
                    + b'\\x00\\x07\\x0b\\x01\\x00\\x01\\x21\\x21\\x01\\x10\\x0c' + bytes([len(header)])
                    + b'\\x0a\\x01' + crc(header) + b'\\x00\\x00')
                start = struct.pack('<QQ', 5 + len(packed), len(outer)) + crc(outer)
                open('a.7z', 'wb').write(b'7z\\xbc\\xaf\\x27\\x1c\\0\\4' + crc(start) + start
                    + b'12345' + packed + outer)
                """
            let folder = try TemporaryFolder()
            try folder.write(Array(script.utf8), to: "make.py")
            let command = "cd '\(folder.path)' && python3 make.py"
            #expect(Command.run(["/bin/sh", "-c", command]) == 0)
            let files = ArchiveQueue.enter(ArchiveQueue.site(folder.path("a.7z")), ArchiveMemory())
            #expect(try files.list(.root).entries.map(\.name.text) == ["hello"])
            #expect(try files.entry(at: Path("/hello"))?.size == 5)
        }
    }
}
