// swift-tools-version: 6.1
import Foundation
import Glibc
import PackageDescription

/// The static libraries that a released program is linked with, besides the runtime's own. The compiler
/// adds them by itself only where everything is compiled for that.
let staticLibraries = [
    "CoreFoundation", "FoundationInternationalization", "_FoundationCShims",
    "_FoundationCollections", "_FoundationICU",
]

/// The toolchain's directory, with `bin` and `lib` in it, found by a library that this file is linked with;
/// nil where it cannot be told.
let toolchain: String? = {
    // Line by line: it comes in pieces, of which Foundation takes the first for all.
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    let suffix = "/lib/swift/pm/ManifestAPI/libPackageDescription.so"
    var bytes: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(bytes) }
    while getline(&bytes, &capacity, maps) > 0, let bytes {
        let line = String(cString: bytes).dropLast()
        guard line.hasSuffix(suffix), let start = line.firstIndex(of: "/") else { continue }
        return String(line[start...].dropLast(suffix.count))
    }
    return nil
}()

/// Whether this toolchain has all of them.
/// Test programs have a runtime of their own: set FERRY_SHARED_RUNTIME to build those for release.
let hasStaticRuntime: Bool = {
    guard Context.environment["FERRY_SHARED_RUNTIME"] == nil, let toolchain else { return false }
    let files =
        (["swiftCore", "Foundation", "FoundationEssentials"] + staticLibraries).map { "lib\($0).a" }
        + ["static-stdlib-args.lnk"]
    return files.allSatisfy { file in
        FileManager.default.fileExists(atPath: "\(toolchain)/lib/swift_static/linux/\(file)")
    }
}()

/// Whether the system's own libraries are here to be linked into the program too: to find and load them
/// takes a tenth of a start.
let hasStaticSystem: Bool = {
    #if arch(x86_64)
        let triple = "x86_64-linux-gnu"
    #else
        let triple = "aarch64-linux-gnu"
    #endif
    let files = FileManager.default
    // The linker looks in the newest compiler's directory alone.
    let compilers = "/usr/lib/gcc/\(triple)"
    let compiler = ((try? files.contentsOfDirectory(atPath: compilers)) ?? []).filter {
        files.fileExists(atPath: "\(compilers)/\($0)/crtbegin.o")
    }.max { $0.compare($1, options: .numeric) == .orderedAscending }
    return ["ncursesw", "sqlite3", "tinfo"].allSatisfy { library in
        files.fileExists(atPath: "/usr/lib/\(triple)/lib\(library).a")
    }
        && compiler.map { files.fileExists(atPath: "\(compilers)/\($0)/libstdc++.a") } ?? false
}()

/// Relocations in a hundredth of their size, which the C library knows since 2.36.
let packsRelocations: Bool = {
    // `glibc 2.36`
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
        confstr(Int32(_CS_GNU_LIBC_VERSION), text.baseAddress, text.count) > 0
            ? text.baseAddress.map { String(cString: $0) } ?? "" : ""
    }
    let version = text.split(whereSeparator: { " .".contains($0) }).compactMap { Int($0) }
    return version.count >= 2 && (version[0], version[1]) >= (2, 36)
}()

/// For a program as it is released, which then starts in half the time and needs no toolchain.
let releaseFlags: [String] = {
    guard hasStaticRuntime, let toolchain else { return [] }
    // Before Foundation, which the compiler names first: a copy that it has of one of these functions would
    // bring all of it along, and ICU, which is half a program that needs neither.
    var flags = [
        "-static-stdlib", "\(toolchain)/lib/swift_static/linux/libFoundationEssentials.a",
    ]
    guard FileManager.default.fileExists(atPath: "\(toolchain)/bin/ld.lld") else { return flags }
    flags += [
        "-use-ld=lld",
        // What runs at a start lies side by side: see .linker/order.
        "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/.linker/start-order",
        "-Xlinker", "--no-warn-symbol-ordering",
        "-Xlinker", "\(Context.packageDirectory)/.linker/nameless.ld",
    ]
    if hasStaticSystem {
        // There each library's name leads to the static one.
        flags += [
            "-L", "\(Context.packageDirectory)/.linker/static", "-Xclang-linker", "-static-libgcc",
        ]
    }
    if packsRelocations { flags += ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] }
    return flags
}()

let staticRuntime: [LinkerSetting] =
    !hasStaticRuntime
    ? []
    : [.unsafeFlags(releaseFlags, .when(configuration: .release))]
        + staticLibraries.map { .linkedLibrary($0, .when(configuration: .release)) }

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // So that the linker can put them in order, and leave out what nothing calls.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["Support"], swiftSettings: strict)
}

let package = Package(
    name: "ferry",
    products: [.executable(name: "ferry", targets: ["Ferry"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    ],
    targets: [
        // C: prototypes that Swift's Glibc module hides, and libraries with macros or on first use.
        .target(name: "CLinux"),
        .target(name: "CArchive"),
        .target(name: "CCurl"),
        .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(name: "COpenSSL"),
        .target(name: "CQRencode"),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),

        // The floor: values and the tools for moving them between queues.
        // Its languages are files that lie beside the program.
        .target(name: "Words", exclude: ["Languages"], swiftSettings: strict),
        library("Files", ["Words"]),
        library("Work", ["CLinux"]),
        library("Terminal"),
        library("Jobs", ["Words", "Files"]),
        library(
            "Settings",
            [
                "Words",
                "CLinux", "COpenSSL", "Disk", "Files", "Terminal", "Web",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]),

        // The banks that files are carried between.
        library("Listing", ["Words", "Files"]),
        library("Web", ["Words", "CExpat", "Files"]),
        library("Transport", ["Words", "COpenSSL", "CLinux", "Files", "Web"]),
        library("FTP", ["Words", "Files", "Listing", "Transport"]),
        library("SFTP", ["Words", "CLinux", "Disk", "Files", "Transport"]),
        library(
            "HTTP",
            [
                "Words", "CCurl", "COpenSSL", "CLinux", "Disk", "Files", "Listing", "Transport",
                "Web",
            ]),
        library(
            "Share",
            [
                "Words",
                "COpenSSL", "CQRencode", "CLinux", "Digests", "Disk", "Files", "Jobs", "Web",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        library("Disk", ["Words", "CLinux", "Files"]),
        library("Digests", ["Words", "COpenSSL", "Files"]),
        library("Local", ["Words", "CLinux", "Digests", "Disk", "Files"]),
        library("Archives", ["Words", "CArchive", "Files"]),
        library("Sync", ["Words", "Files"]),

        // The queue, the screen, and what joins them.
        library("SQLite", ["CSQLite"]),
        library(
            "Transfers",
            [
                "Words",
                "CLinux", "Disk", "Files", "Jobs", "SQLite", "Work",
            ]),
        library("UI", ["Words", "Files", "Jobs", "Settings", "Sync", "Terminal"]),
        library("Curses", ["Words", "CNcurses", "CLinux", "Files", "Settings", "Terminal"]),
        library(
            "Engine",
            [
                "Words",
                "Archives", "CLinux", "Digests", "Disk", "FTP", "Files", "HTTP", "Jobs", "Local",
                "SFTP", "Settings", "Share", "Sync", "Terminal", "Transfers", "Transport", "UI",
                "Web",
                "Work",
            ]),
        library("DemoServer", ["CLinux"]),
        // What users can read about the program, as text.
        library("Manual", ["Terminal", "Words"]),
        .executableTarget(
            name: "Ferry",
            dependencies: [
                "CLinux", "COpenSSL", "CQRencode", "Curses", "DemoServer", "Digests",
                "Disk",
                "Engine", "FTP",
                "Files",
                "HTTP", "Jobs",
                "Listing", "Local", "Manual", "SFTP", "Settings", "Share", "Sync", "Terminal",
                "Transfers",
                "Transport", "UI", "Web", "Words",
                "Work",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict,
            linkerSettings: staticRuntime + [
                // Nothing looks for the program's symbols, and each start would load them all.
                .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
            ]),

        // What the tests share: a memory file system, scripted peers, real servers.
        .target(
            name: "Support",
            dependencies: ["COpenSSL", "CLinux", "Digests", "Files"],
            path: "Tests/Support", swiftSettings: strict,
            // A server needs calls that a client does not.
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        tests("FilesTests", ["Files", "Terminal"]),
        tests("ManualTests", ["Manual", "Terminal"]),
        tests("WordsTests", ["Words"]),
        tests("WorkTests", ["Work"]),
        tests("WebTests", ["Files", "Web"]),
        tests("TerminalTests", ["Terminal"]),
        tests("SettingsTests", ["FTP", "Files", "HTTP", "SFTP", "Settings", "Terminal"]),
        tests("ListingTests", ["Files", "Listing"]),
        tests("FTPTests", ["FTP", "Files", "Listing", "Transport"]),
        tests("SFTPTests", ["Digests", "Files", "SFTP", "Transport"]),
        tests("HTTPTests", ["CCurl", "Files", "HTTP", "Listing", "Transport", "Web"]),
        tests(
            "ShareTests",
            [
                "CLinux", "COpenSSL", "Digests", "Disk", "Files", "Jobs", "Share", "Web",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        tests("DiskTests", ["Disk", "Files"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("SyncTests", ["Files", "Sync"]),
        tests("DigestsTests", ["Digests", "Files"]),
        tests("LocalTests", ["Disk", "Files", "Local"]),
        tests(
            "ArchivesTests",
            ["Archives", "Digests", "Files", "Jobs", "Local", "Transfers", "Work"]),
        tests(
            "TransfersTests",
            [
                "Disk", "Files", "Jobs", "Local", "SQLite", "Transfers", "Work",
            ]),
        tests("UITests", ["Curses", "Files", "Jobs", "Settings", "Sync", "Terminal", "UI"]),
        tests("CursesTests", ["Curses", "Settings", "Terminal"]),
        tests(
            "EngineTests",
            [
                "Archives", "DemoServer", "Engine", "Files", "Jobs", "Local", "Settings", "Sync",
                "Terminal",
                "Transfers", "UI",
                "Work",
            ]),
        tests("DemoServerTests", ["DemoServer"]),
        // The readers of what strangers send; Tests/fuzz runs the same targets under libFuzzer.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Archives", "DemoServer", "FTP", "Files", "HTTP", "Listing", "Local", "SFTP",
                "Settings", "Share", "Support", "Terminal", "Transport", "UI", "Web",
            ],
            exclude: ["Fixtures", "LibFuzzer", "Samples"], swiftSettings: strict),
        tests(
            "ServerTests",
            [
                "Archives", "DemoServer", "Engine", "FTP", "Files", "HTTP", "Jobs", "Local", "SFTP",
                "SQLite", "Sync", "Transfers", "Transport", "UI", "Work",
            ]),
        // Parts of the program itself; ScreenTests runs it as it is built.
        tests(
            "FerryTests",
            ["Curses", "Ferry", "Files", "Jobs", "Manual", "Terminal", "Transfers", "Words"]),
        tests("ScreenTests", ["DemoServer", "Files", "Manual"]),
        // The built program with a library preloaded that makes its calls on files fail.
        .testTarget(
            name: "FaultTests", dependencies: ["DemoServer", "Files", "Local", "Support"],
            exclude: ["Library"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
