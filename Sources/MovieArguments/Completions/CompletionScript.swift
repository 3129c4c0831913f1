/// The shells with completion scripts.
package enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// A script that completes command lines by calling the program, in the shell's language.
  package func script(for program: String) -> String {
    switch self {
    case .bash: Self.bash(program)
    case .zsh: Self.zsh(program)
    case .fish: Self.fish(program)
    }
  }

  // Each line of the program's output is treated as text. It is never executed or expanded.

  private static func bash(_ program: String) -> String {
    #"""
    # Bash completions for \#(program): source this file, or install it for bash-completion.
    _\#(program)() {
      local answer line
      COMPREPLY=()
      answer=$(command \#(program) complete --shell bash -- \
        "${COMP_LINE:0:COMP_POINT}" "$2" "${COMP_TYPE:-9}" 2>/dev/null </dev/null)
      while IFS= read -r line; do
        COMPREPLY+=("$line")
      done <<<"${answer#*$'\n'}"
      case $answer in
        words$'\n'*) ;;
        files) COMPREPLY=() && compopt -o default 2>/dev/null ;;
        *) COMPREPLY=() ;;
      esac
      # A value follows.
      [[ ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null
    }
    complete -o nosort -F _\#(program) \#(program) 2>/dev/null || complete -F _\#(program) \#(program)

    """#
  }

  private static func zsh(_ program: String) -> String {
    #"""
    #compdef \#(program)
    # Zsh completions for \#(program): source this file after compinit, or install it as _\#(program)
    # in a directory of fpath.
    _\#(program)() {
      local line
      local -a answer matches shown options
      answer=("${(@f)$(COLUMNS=$COLUMNS command \#(program) complete --shell zsh -- \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
      case $answer[1] in
        files)
          [[ $PREFIX == -*=* ]] && compset -P '*='
          _files
          return
          ;;
        exact) ;;
        commonPrefix) options=(-U) ;;
        unrelated)
          options=(-U)
          # Their common prefix differs from the typed text: only list them, and insert nothing before
          # the key is pressed again.
          if [[ $compstate[insert] == *unambiguous* ]]; then
            [[ $compstate[old_list] == shown && -o automenu ]] &&
              compstate[insert]=menu || compstate[insert]=
          fi
          compstate[list]='list force'
          ;;
        *) return 1 ;;
      esac
      for line in "${(@)answer[2,-1]}"; do
        matches+=("${line%%$'\t'*}")
        shown+=("${line#*$'\t'}")
      done
      (( $#matches )) || return 1
      # A value follows.
      [[ $matches[1] == *[:=] ]] && options+=(-S '')
      compadd -l -V \#(program) -d shown "${(@)options}" -a -- matches
    }
    if [[ $funcstack[1] == _\#(program) ]]; then
      _\#(program) "$@"
    else
      compdef _\#(program) \#(program)
    fi

    """#
  }

  private static func fish(_ program: String) -> String {
    #"""
    # Fish completions for \#(program): source this file, or install it in ~/.config/fish/completions.
    function __\#(program)_answer
        set -l before (commandline -opc)
        set -l word (commandline -ot)
        command \#(program) complete --shell fish -- $before[2..-1] "$word" 2>/dev/null </dev/null
    end
    function __\#(program)_words
        set -l answer (__\#(program)_answer)
        test "$answer[1]" = words; and printf '%s\n' $answer[2..-1]
    end
    function __\#(program)_wants_files
        set -l answer (__\#(program)_answer)
        test "$answer[1]" = files
    end
    complete -c \#(program) -f -k -a '(__\#(program)_words)'
    complete -c \#(program) -n __\#(program)_wants_files -F

    """#
  }
}
