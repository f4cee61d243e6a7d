#pragma once
/// What the program is given without an option: links and files to open.

#include <optional>
#include <string>
#include <vector>

#include "app/cli/common/command_line.h"

namespace vitrine {

/// The ending of a session's file.
inline constexpr const char* session_ending = ".vitrine";

/// The arguments with an option inserted before each that stands alone: --link before a link, and, where the first one is the path
/// of a file or folder and no subcommand, --session before the path of a session, --open before any other. Desktops give the
/// files that somebody clicks in this way, and some as file:// addresses, which become paths.
std::vector<std::string> with_operands_named(const CommandLine& program, int argc, char** argv);

/// The option for files to open: [--open FILE]…
class OpenOption {
public:
    explicit OpenOption(CommandLine& command);

    const std::vector<std::string>& paths() const { return *paths_; }

private:
    std::shared_ptr<std::vector<std::string>> paths_;  // filled while the command line is parsed
};

}  // namespace vitrine
