import ArgumentParser
import Words

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: tr("List a directory; print one name or JSON object per line.")
    )

    @Flag(name: .short, help: ArgumentHelp(tr("Include hidden names.")))
    var all = false

    @Flag(
        name: .customShort("0"),
        help: ArgumentHelp(tr("End each name with NUL instead of a line break.")))
    var null = false

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
    var url = ArgumentBytes(".")

    func run() throws {
        try ListPrinter(hasHidden: all, endsWithNull: null, isJSON: json).print(url, options)
    }
}
