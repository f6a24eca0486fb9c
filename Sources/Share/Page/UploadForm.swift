import Words

/// The form of a folder that takes files. Its fields come in the order in which they stand here, so
/// that `overwrite` is known before the first file is.
enum UploadForm {
    static func append(to page: inout Markup) {
        // What the script says is in attributes, so that it stays the one that the policy allows.
        let (name, percent) = ("{name}", "{percent}")
        page.append(
            """
            <form class="upload" name="upload" method="post" enctype="multipart/form-data" action="?" \
            data-progress="
            """)
        page.append(text: tr("\(name): \(percent) % of all"))
        page.append("\" data-broken=\"")
        page.append(
            text: tr(
                "\(name): the connection broke, and nothing of it was kept. Send it again."))
        page.append("\">\n<label><input type=\"checkbox\" name=\"overwrite\" value=\"1\">")
        page.append(text: tr("Replace files of the same name"))
        page.append(
            """
            </label>
            <input type="file" name="file" multiple required aria-label="
            """)
        page.append(text: tr("Files to upload"))
        page.append("\">\n<button>")
        page.append(text: tr("Upload", meaning: "a verb, on a button"))
        page.append(
            """
            </button>
            <progress max="1" value="0" hidden></progress>
            <span hidden>
            """)
        page.append(text: tr("Files can be dropped anywhere on this page, too."))
        page.append("</span>\n<output></output><ul></ul>\n</form>\n")
    }
}
