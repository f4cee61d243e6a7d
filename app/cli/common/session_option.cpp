#include "app/cli/common/session_option.h"

#include <system_error>

namespace vitrine {

namespace {

/// Refuses a file in a missing folder. The usual session's folder is made when needed, but a mistyped one should not be.
std::string refuse_missing_folder(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    std::error_code unknown;
    if (folder.empty() || std::filesystem::is_directory(folder, unknown)) return "";
    return "there is no folder " + folder.string();
}

}  // namespace

SessionOption::SessionOption(CommandLine& command) : file_(std::make_shared<std::optional<std::filesystem::path>>()) {
    command
        .add_option_function(
            "--session", [file = file_](const std::string& path) { *file = path; },
            "Start from the session in this file, if it exists, and save the session there; a model named on the command line "
            "takes precedence")
        .check(refuse_missing_folder)
        .type_name("FILE");
}

}  // namespace vitrine
