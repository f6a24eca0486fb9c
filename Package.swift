// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
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
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        // C: prototypes that Swift's Glibc module hides, and ncursesw's and OpenSSL's macros.
        .target(name: "CSystem"),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(
            name: "COpenSSL",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),

        // The floor: values and the tools for moving them between queues.
        library("Files"),
        library("Work", ["CSystem"]),
        library("Terminal"),
        library("Jobs", ["Files"]),
        library(
            "Settings",
            ["CSystem", "Files", "Terminal", .product(name: "TOMLKit", package: "TOMLKit")]),

        // The banks that files are carried between.
        library("Listing", ["Files"]),
        library("Transport", ["COpenSSL", "CSystem", "Files"]),
        library("FTP", ["Files", "Listing", "Transport"]),
        library("Local", ["CSystem", "Files"]),

        // The queue, the screen, and what joins them.
        library(
            "Transfers",
            [
                "CSystem", "Files", "Jobs", "Work",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        library("UI", ["Files", "Jobs", "Settings", "Terminal"]),
        library("Curses", ["CNcurses", "CSystem", "Settings", "Terminal"]),
        library(
            "Engine",
            ["CSystem", "FTP", "Files", "Jobs", "Local", "Settings", "Transfers", "UI", "Work"]),
        library("DemoServer", ["CSystem"]),
        .executableTarget(
            name: "Ferry",
            dependencies: [
                "CSystem", "Curses", "DemoServer", "Engine", "FTP", "Files", "Jobs", "Listing",
                "Settings", "Terminal", "Transfers", "UI", "Work",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // What the tests share: a memory file system, scripted peers, real servers.
        .target(
            name: "Support",
            dependencies: [
                "COpenSSL", "CSystem", "DemoServer", "Engine", "FTP", "Files", "Jobs", "Listing",
                "Local", "Settings", "Terminal", "Transfers", "Transport", "UI", "Work",
            ],
            path: "Tests/Support", swiftSettings: strict),
        tests("FilesTests", ["Files", "Terminal"]),
        tests("WorkTests", ["Work"]),
        tests("TerminalTests", ["Terminal"]),
        tests("SettingsTests", ["Files", "Settings", "Terminal"]),
        tests("ListingTests", ["Files", "Listing"]),
        tests("FTPTests", ["FTP", "Files", "Listing", "Transport"]),
        tests("LocalTests", ["Files", "Local"]),
        tests(
            "TransfersTests",
            [
                "Files", "Jobs", "Local", "Transfers", "Work",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("UITests", ["Files", "Jobs", "Settings", "Terminal", "UI"]),
        tests("CursesTests", ["Curses", "Settings", "Terminal"]),
        tests("EngineTests", ["Engine", "Files", "Jobs", "Local", "Settings", "Transfers", "UI"]),
        tests("DemoServerTests", ["DemoServer"]),
        // The readers of what strangers send; Tests/fuzz runs the same targets under libFuzzer.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "DemoServer", "FTP", "Files", "Listing", "Settings", "Terminal", "Transport", "UI",
            ],
            exclude: ["Fixtures", "LibFuzzer", "Samples"], swiftSettings: strict),
        tests(
            "ServerTests",
            ["DemoServer", "FTP", "Files", "Jobs", "Local", "Transfers", "Work"]),
        tests("ScreenTests", ["DemoServer", "Files"]),
    ],
    swiftLanguageModes: [.v6]
)
