#include "app/cli/operands.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "app/link/link.h"

namespace vitrine {

namespace {

/// "file:///home/me/my%20model" as a path; any other text as it is.
std::string path_of(const std::string& text) {
    constexpr std::string_view scheme = "file://";
    if (!text.starts_with(scheme)) return text;
    std::string path;
    for (std::size_t i = scheme.size(); i < text.size(); ++i) {
        unsigned value = 0;
        const char* digits = text.data() + i + 1;
        const bool escaped =
            text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
        path += escaped ? static_cast<char>(value) : text[i];
        if (escaped) i += 2;
    }
    return path;
}

bool is_path(const std::string& text) {
    std::error_code unreadable;
    return !text.empty() && std::filesystem::exists(text, unreadable);
}

}  // namespace

std::vector<std::string> with_operands_named(const CommandLine& program, int argc, char** argv) {
    std::vector<std::string> given(argv, argv + argc), arguments;
    const std::vector<std::string> commands = program.subcommand_names();
    const bool opens = given.size() > 1 && std::ranges::find(commands, given[1]) == commands.end() && is_path(path_of(given[1]));
    for (std::size_t i = 0; i < given.size(); ++i) {
        const bool alone = i > 0 && !given[i - 1].starts_with("-") && !given[i].starts_with("-");
        const std::string path = path_of(given[i]);
        if (alone && is_meant_as_link(given[i])) {
            arguments.insert(arguments.end(), {"--link", given[i]});
        } else if (alone && opens && is_path(path)) {
            arguments.insert(arguments.end(), {path.ends_with(session_ending) ? "--session" : "--open", path});
        } else {
            arguments.push_back(given[i]);
        }
    }
    return arguments;
}

OpenOption::OpenOption(CommandLine& command) : paths_(std::make_shared<std::vector<std::string>>()) {
    command
        .add_option(
            "--open", *paths_,
            "A file or folder to open, as if it were dropped on the window; vitrine FILE says the same, and opens a session "
            "where FILE ends in .vitrine")
        .type_name("FILE")
        .one_value_at_a_time();
}

}  // namespace vitrine
