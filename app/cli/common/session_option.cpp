#include "app/cli/common/session_option.h"

namespace vitrine {

SessionOption::SessionOption(CommandLine& command) : file_(std::make_shared<std::optional<std::filesystem::path>>()) {
    command
        .add_option_function(
            "--session", [file = file_](const std::string& path) { *file = path; },
            "Begins where the session in this file ends, if there is one, and keeps it there; a model that is named wins")
        .type_name("FILE");
}

}  // namespace vitrine
