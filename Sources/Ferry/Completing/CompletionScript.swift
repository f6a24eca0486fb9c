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

    /// Bash divides words at colons and quotes as it likes: Ferry reads the line itself, and gives what is
    /// to be inserted.
    private static let bashText = #"""
        # bash completion for ferry
        _ferry() {
            local ferry=${COMP_WORDS[0]/#\~\//$HOME/}
            mapfile -t COMPREPLY < <("$ferry" ---complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
            if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[/:=] ]]; then compopt -o nospace; fi
        }
        complete -F _ferry ferry

        """#

    private static let zshText = #"""
        #compdef ferry
        # zsh completion for ferry
        _ferry() {
            local line word meaning typed=${(Q)PREFIX}
            local -a open opened closed named
            # A home directory that is not quoted stays as it is.
            local home=
            if [[ -z $compstate[quote] && $PREFIX == '~/'* ]]; then home='~/'; compset -P '\~/'; fi
            while IFS=$'\t' read -r word meaning; do
                word=${word#"$home"}
                line=$word
                [[ -n $meaning ]] && line="$word  -- $meaning"
                if [[ $word == *[/:=] ]]; then
                    open+=("$word") opened+=("$line")
                else
                    closed+=("$word") named+=("$line")
                fi
            done < <("${(e)~words[1]}" ---complete zsh "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)
            (($#closed)) && compadd -l -d named -a closed
            (($#open)) && compadd -S '' -d opened -a open
        }
        if [[ $funcstack[1] == _ferry ]]; then _ferry "$@"; else compdef _ferry ferry; fi

        """#

    private static let fishText = #"""
        # fish completion for ferry
        function __ferry_complete
            set -l words (commandline -opc)
            set -l token (commandline -ct)
            # A quote that is still open cannot be read as a whole word.
            set -l plain (string unescape -- "$token"; or string replace -r '^["\']' '' -- "$token")
            command $words[1] ---complete fish $words[2..-1] "$plain" 2>/dev/null
        end
        complete -c ferry -f -a '(__ferry_complete)'

        """#
}

/// What a script asks, and what answers it.
enum CompletionAnswer {
    /// The first argument of a script's question.
    static let word = "---complete"

    /// The lines for a question. `arguments` begin with the shell's name; bash sends its breaks and its
    /// line, the others send words.
    static func lines(_ arguments: ArraySlice<String>) throws -> [String] {
        guard let shell = arguments.first.flatMap({ CompletionScript(rawValue: $0) }) else {
            return []
        }
        let rest = Array(arguments.dropFirst())
        guard shell == .bash else {
            return try Completion().candidates(rest).filter(\.isClean).map(\.line)
        }
        guard rest.count == 2 else { return [] }
        let line = BashLine(rest[1], breaks: rest[0])
        return try Completion().candidates(Array(line.words.dropFirst())).filter(\.isClean)
            .compactMap { line.insertion($0.word) }
    }
}
