/// The form of a folder that takes files. Its fields come in the order in which they stand here, so
/// that `overwrite` is known before the first file is.
enum UploadForm {
    static func append(to page: inout Markup) {
        page.append(
            """
            <form class="upload" name="upload" method="post" enctype="multipart/form-data" action="?">
            <label><input type="checkbox" name="overwrite" value="1">Replace files of the same \
            name</label>
            <input type="file" name="file" multiple required aria-label="Files to upload">
            <button>Upload</button>
            <progress max="1" value="0" hidden></progress>
            <span hidden>Files can be dropped anywhere on this page, too.</span>
            <output></output><ul></ul>
            </form>

            """)
    }
}
