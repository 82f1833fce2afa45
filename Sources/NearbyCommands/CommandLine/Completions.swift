import Catalog

/// Shell completions, made from the same table as the parser.
enum Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 1)
    guard let name = arguments.operands.first else {
      throw .usage("SHELL is missing; give bash, zsh or fish")
    }
    guard let shell = Shell(rawValue: name) else {
      throw .usage(Spelling.unknown("shell", name, among: Shell.allCases.map(\.rawValue)))
    }
    try console.write(script(for: shell))
    return 0
  }

  /// The script a shell reads.
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  private static var names: [String] { CommandSpec.all.compactMap(\.name) }

  private static func takesFile(_ option: OptionSpec) -> Bool {
    option.value == "FILE" || option.value == "DIR"
  }

  private static func flags(_ command: CommandSpec) -> String {
    command.options.flatMap { option in
      ["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? [])
    }.joined(separator: " ")
  }

  private static func bash() -> String {
    var values = ""
    var seen: Set<String> = []
    for option in CommandSpec.all.flatMap(\.options)
    where option.value != nil && seen.insert(option.long).inserted {
      let pattern = (option.short.map { "-\($0)|" } ?? "") + "--\(option.long)"
      if !option.words.isEmpty {
        values +=
          "    \(pattern)) COMPREPLY=($(compgen -W '\(option.words.joined(separator: " "))' -- \"$word\")); return ;;\n"
      } else if takesFile(option) {
        values += "    \(pattern)) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
      } else {
        values += "    \(pattern)) return ;;\n"
      }
    }
    var forms = ""
    for command in CommandSpec.all {
      guard let name = command.name else { continue }
      let words = ([flags(command)] + command.words).joined(separator: " ")
      forms += "    \(name)) words='\(words)' ;;\n"
    }
    return """
      # bash completion for nearby
      _nearby() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words
        case $before in
      \(values)  esac
        case ${COMP_WORDS[1]} in
      \(forms)    *) words='\(flags(.nearest))' ;;
        esac
        if [ "$COMP_CWORD" -eq 1 ]; then words="$words \(names.joined(separator: " "))"; fi
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o filenames -F _nearby nearby

      """
  }

  private static func zsh() -> String {
    func spec(_ option: OptionSpec) -> String {
      let help = option.help.reduce(into: "") {
        $0 += ["[", "]", ":", "\\"].contains($1) ? "\\\($1)" : $1 == "'" ? "'\\''" : String($1)
      }
      let repeats = option.value != nil ? "*" : ""
      let action =
        option.value.map { value in
          takesFile(option)
            ? ":\(value):_files"
            : ":\(value):(\(option.words.joined(separator: " ")))"
        } ?? ""
      let names = [option.short.map { "-\($0)" }, "--\(option.long)"].compactMap { $0 }
      return names.map { "'\(repeats)\($0)[\(help)]\(action)'" }.joined(separator: " ")
    }
    var forms = ""
    for command in CommandSpec.all {
      guard let name = command.name else { continue }
      let operand =
        command.words.isEmpty ? "" : " '1:word:(\(command.words.joined(separator: " ")))'"
      forms +=
        "    \(name)) _arguments \(command.options.map(spec).joined(separator: " "))\(operand) ;;\n"
    }
    return """
      #compdef nearby
      _nearby() {
        local -a forms
        forms=(\(names.joined(separator: " ")))
        if (( CURRENT > 2 )) && (( ${forms[(Ie)$words[2]]} )); then
          local form=$words[2]
          shift words
          (( CURRENT-- ))
          case $form in
      \(forms)    esac
        else
          _arguments \(CommandSpec.nearest.options.map(spec).joined(separator: " ")) '1:form:(\(names.joined(separator: " ")))'
        fi
      }
      _nearby "$@"

      """
  }

  private static func fish() -> String {
    func quote(_ text: String) -> String {
      "'" + text.reduce(into: "") { $0 += $1 == "'" ? "\\'" : String($1) } + "'"
    }
    func line(_ option: OptionSpec, condition: String) -> String {
      var line = "complete -c nearby -n \(quote(condition)) -l \(option.long)"
      if let short = option.short { line += " -s \(short)" }
      if option.value != nil { line += takesFile(option) ? " -r -F" : " -x" }
      if !option.words.isEmpty { line += " -a \(quote(option.words.joined(separator: " ")))" }
      return line + " -d \(quote(option.help))\n"
    }
    var text = "# fish completion for nearby\ncomplete -c nearby -f\n"
    let isForm = "__fish_seen_subcommand_from \(names.joined(separator: " "))"
    for command in CommandSpec.all {
      guard let name = command.name else { continue }
      text +=
        "complete -c nearby -n \(quote("not \(isForm)")) -a \(name) -d \(quote(command.summary))\n"
      let condition = "__fish_seen_subcommand_from \(name)"
      for option in command.options { text += line(option, condition: condition) }
      if !command.words.isEmpty {
        text +=
          "complete -c nearby -n \(quote(condition)) -a \(quote(command.words.joined(separator: " ")))\n"
      }
    }
    for option in CommandSpec.nearest.options { text += line(option, condition: "not \(isForm)") }
    return text
  }
}
