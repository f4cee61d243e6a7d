/// vitrine completion: writes what makes a shell complete commands and options, from what --help lists.

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"

namespace vitrine {

namespace {

using ListedCommands = std::vector<ListedCommand>;

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

bool is_folder(const ListedOption& option) { return option.value == "DIR" || option.value == "FOLDER"; }

bool is_file(const ListedOption& option) { return option.value == "FILE" || (!option.named && option.value == "SCRIPT"); }

/// In single quotes, for any shell.
std::string quoted(const std::string& text) {
    std::string all = "'";
    for (const char c : text) all += c == '\'' ? "'\\''" : std::string(1, c);
    return all + "'";
}

std::vector<std::string> names_of(const ListedCommand& command) {
    std::vector<std::string> names;
    for (const ListedOption& option : command.options) {
        if (option.named) names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return names;
}

std::vector<std::string> subcommands_of(const ListedCommands& commands) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < commands.size(); ++i) names.push_back(commands[i].name);
    return names;
}

/// For each option with a value, a line of a case: what completes it.
std::string bash_values(const ListedCommand& command, const std::string& pattern) {
    std::string lines;
    for (const ListedOption& option : command.options) {
        if (!option.named || option.value.empty()) continue;
        const std::string does = !option.words.empty() ? fmt::format("words=\"{}\"", joined(option.words))
                                 : is_folder(option)   ? "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\")); return"
                                 : is_file(option)     ? "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); return"
                                                       : "return";
        for (const std::string& name : option.names) lines += fmt::format("    {}:{}) {} ;;\n", pattern, name, does);
    }
    return lines;
}

std::string bash(const ListedCommands& commands) {
    std::string values, options;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const std::string pattern = i == 0 ? "" : commands[i].name;
        values += bash_values(commands[i], pattern);
        options += fmt::format("    {}) words=\"{}\" ;;\n", i == 0 ? "\"\"" : pattern, joined(names_of(commands[i])));
    }
    return fmt::format(R"(# Completes the commands and options of vitrine in bash.
_vitrine() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command="" words="" at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; ++at)); do
    if [[ " {0} " == *" ${{COMP_WORDS[at]}} "* ]]; then command=${{COMP_WORDS[at]}}; break; fi
  done
  case $command:$before in
{1}  esac
  if [[ -z $words && $word == -* ]]; then
    case $command in
{2}    esac
  elif [[ -z $words && -z $command ]]; then
    words="{0}"
  elif [[ -z $words ]]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -F _vitrine vitrine
)",
                       joined(subcommands_of(commands)), values, options);
}

/// One line of zsh's _arguments for each name of an option: "--out[The file to write]:FILE:_files".
std::string zsh_options(const ListedCommand& command) {
    std::string lines;
    for (const ListedOption& option : command.options) {
        if (!option.named) continue;
        std::string meaning;
        for (const char c : option.meaning)
            meaning += (c == '[' || c == ']' || c == ':' ? "\\" : "") + std::string(1, c == '\n' ? ' ' : c);
        const std::string action = !option.words.empty() ? "(" + joined(option.words) + ")"
                                   : is_folder(option)   ? "_files -/"
                                   : is_file(option)     ? "_files"
                                                         : " ";
        const std::string value = option.value.empty() ? "" : ":" + (option.value.empty() ? " " : option.value) + ":" + action;
        for (const std::string& name : option.names) lines += " \\\n        " + quoted("*" + name + "[" + meaning + "]" + value);
    }
    return lines;
}

std::string zsh(const ListedCommands& commands) {
    std::string cases, list;
    for (std::size_t i = 1; i < commands.size(); ++i) {
        list += "    " + quoted(commands[i].name + ":" + commands[i].meaning) + '\n';
        cases += fmt::format("    {}) _arguments{} \\\n        '*:file:_files' ;;\n", commands[i].name, zsh_options(commands[i]));
    }
    return fmt::format(R"(#compdef vitrine
# Completes the commands and options of vitrine in zsh.
_vitrine() {{
  local state line
  local -a commands=(
{0}  )
  _arguments -C{1} \
        '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest) case $line[1] in
{2}    esac ;;
  esac
}}
_vitrine "$@"
)",
                       list, zsh_options(commands.front()), cases);
}

std::string fish_options(const ListedCommand& command, const std::string& condition) {
    std::string lines;
    for (const ListedOption& option : command.options) {
        if (!option.named) continue;
        std::string line = "complete -c vitrine -n " + quoted(condition);
        for (const std::string& name : option.names)
            line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.words.empty())
            line += " -x -a " + quoted(joined(option.words));
        else if (!option.value.empty())
            line += is_file(option) || is_folder(option) ? " -r" : " -x";
        lines += line + " -d " + quoted(option.meaning) + '\n';
    }
    return lines;
}

std::string fish(const ListedCommands& commands) {
    std::string lines =
        "# Completes the commands and options of vitrine in fish.\n" + fish_options(commands.front(), "__fish_use_subcommand");
    for (std::size_t i = 1; i < commands.size(); ++i) {
        lines += fmt::format("complete -c vitrine -n __fish_use_subcommand -f -a {} -d {}\n", commands[i].name,
                             quoted(commands[i].meaning));
        lines += fish_options(commands[i], "__fish_seen_subcommand_from " + commands[i].name);
    }
    return lines;
}

}  // namespace

void add_completion(CommandLine& program) {
    struct Options {
        std::string shell;
        std::optional<std::filesystem::path> out;
    };
    auto options = std::make_shared<Options>();
    CommandLine& command = program.add_subcommand("completion", "Write what makes a shell complete commands and options");
    command.add_option("shell", options->shell, "bash, zsh or fish").one_of({"bash", "zsh", "fish"}).required();
    command.add_option("--out", options->out, "Write to a file, - is standard output").writes_file();
    command.footer("Example:\n  vitrine completion bash --out completion.bash");
    command.callback([&program, options] {
        const ListedCommands commands = program.listed();
        Output output(options->out);
        output.write(options->shell == "bash" ? bash(commands) : options->shell == "zsh" ? zsh(commands) : fish(commands));
        output.finish();
    });
}

}  // namespace vitrine
