/// The scripts that teach a shell to ask Ferry what may follow.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    /// The script's text. Each asks the `ferry` that the user typed.
    var text: String {
        switch self {
        case .bash: CompletionScript.bashText
        case .zsh: CompletionScript.zshText
        case .fish: CompletionScript.fishText
        }
    }

    /// Bash divides words at colons and the like, which are put together again here; what it inserts
    /// replaces only what follows the last of these.
    private static let bashText = #"""
        # bash completion for ferry
        _ferry() {
            local line=${COMP_LINE:0:COMP_POINT} words=() current= index candidate known
            for ((index = 1; index <= COMP_CWORD; index++)); do
                local word=${COMP_WORDS[index]}
                # Only as far as the cursor.
                ((index == COMP_CWORD)) && while [[ -n $word && $line != *"$word" ]]; do word=${word%?}; done
                if ((index > 1)) && [[ ${COMP_WORDS[index]} == [:=]* || ${COMP_WORDS[index - 1]} == *[:=] ]] &&
                    [[ $line == *"${COMP_WORDS[index - 1]}$word"* ]]; then
                    words[-1]+=$word
                else
                    words+=("$word")
                fi
            done
            ((${#words[@]})) || words=("")
            current=${words[-1]}
            known=
            [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && known=${current%"${current##*:}"}
            COMPREPLY=()
            while IFS=$'\t' read -r candidate _; do
                candidate=${candidate#"$known"}
                COMPREPLY+=("$(printf %q "$candidate")")
            done < <("${COMP_WORDS[0]}" ---complete bash "${words[@]}" 2>/dev/null)
            if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[/:] ]]; then compopt -o nospace; fi
        }
        complete -F _ferry ferry

        """#

    private static let zshText = #"""
        #compdef ferry
        # zsh completion for ferry
        _ferry() {
            local line word meaning
            local -a open opened closed named
            while IFS=$'\t' read -r word meaning; do
                line=$word
                [[ -n $meaning ]] && line="$word  -- $meaning"
                if [[ $word == *[/:] ]]; then
                    open+=("$word") opened+=("$line")
                else
                    closed+=("$word") named+=("$line")
                fi
            done < <("${words[1]}" ---complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)
            (($#closed)) && compadd -l -d named -a closed
            (($#open)) && compadd -S '' -d opened -a open
        }
        if [[ $funcstack[1] == _ferry ]]; then _ferry "$@"; else compdef _ferry ferry; fi

        """#

    private static let fishText = #"""
        # fish completion for ferry
        function __ferry_complete
            set -l words (commandline -opc)
            command $words[1] ---complete fish $words[2..-1] (commandline -ct) 2>/dev/null
        end
        complete -c ferry -f -a '(__ferry_complete)'

        """#
}

/// What a script asks, and what answers it.
enum CompletionAnswer {
    /// The first argument of a script's question.
    static let word = "---complete"

    /// The lines for a question; `arguments` begin with the shell's name.
    static func lines(_ arguments: ArraySlice<String>) throws -> [String] {
        guard let shell = arguments.first.flatMap({ CompletionScript(rawValue: $0) }) else {
            return []
        }
        let words = arguments.dropFirst().map { shell == .bash ? unquoted($0) : $0 }
        return try Completion().candidates(words).map(\.line)
    }

    /// A word without the quotes and backslashes that bash leaves in it.
    private static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { text.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return text
    }
}
