/// Which language Ferry speaks, and how it learns another one, for users.
extension ManualTopic {
    package static let languages = ManualTopic(
        "languages", "the language of the screen, and translations",
        """
        Ferry speaks English and Simplified Chinese. It takes the language of your locale, as other
        programs do: from `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`.

        ## Choosing a language

        A line in `config.toml` chooses a language whatever the locale is. `en` is English:

            language = "zh_CN"

        It applies from the next start. `ferry doctor` shows which language is used, and why.

        If the terminal cannot show a language, Ferry speaks English. That is so without UTF-8, and
        on the Linux console.

        ## In scripts

        The keys of `--json` are the same in every language, and so are words for kinds, states and
        actions. Sentences such as `message`, `reason`, `advice` and `error` are in yours, and so is
        what is printed without `--json`. `LC_ALL=C` before a command makes all of it English.

        ## Translating Ferry

        A language is one file in the format of GNU gettext, named after its locale, such as `de.po`.
        Its place is `$XDG_CONFIG_HOME/ferry/languages`. Start with a copy of `zh_CN.po`, which has
        every text. It is installed in `share/ferry/languages`.

        | `msgid` | The English text, which must stay as it is. |
        | `msgstr` | Its translation. If it is empty, the text is in English. |
        | `msgctxt` | What a short text means, and how many columns it may have. |
        | `msgstr[0]` | The first of the forms for numbers. `Plural-Forms` in the header tells when each is used. |
        | `{1}` | What Ferry inserts, such as a name. The order may be another one. |
        | `#, fuzzy` | A translation that is not used yet. |

        Keep what is between backquotes: commands, options and keys. `ferry config check` reports
        mistakes in the file with their lines.

        """)
}
