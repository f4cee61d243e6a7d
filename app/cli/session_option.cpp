#include "app/cli/session_option.h"

#include <CLI/CLI.hpp>

#include "app/cli/output.h"

namespace vitrine {

SessionOption::SessionOption(CLI::App& command) : file_(std::make_shared<std::optional<std::filesystem::path>>()) {
    command
        .add_option_function<std::string>(
            "--session", [file = file_](const std::string& path) { *file = path; },
            "Begins where the session in this file ends, if there is one, and keeps it there; a model that is named wins")
        ->check(refuse_empty)
        ->type_name("FILE");
}

}  // namespace vitrine
