#pragma once
/// The option for the session's file: [--session FILE].

#include <filesystem>
#include <optional>

#include "app/cli/common/command_line.h"

namespace vitrine {

class SessionOption {
public:
    /// Adds the option to a command, or to the program itself.
    explicit SessionOption(CommandLine& command);

    const std::optional<std::filesystem::path>& file() const { return *file_; }

private:
    std::shared_ptr<std::optional<std::filesystem::path>> file_;  // filled while the command line is parsed
};

}  // namespace vitrine
