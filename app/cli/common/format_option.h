#pragma once
/// The option for the format of a report: [--format text|json|csv], and --json for short.

#include <memory>
#include <optional>
#include <string>

#include "app/cli/common/command_line.h"

namespace vitrine {

enum class ReportFormat { text, json, csv };

class FormatOption {
public:
    /// Adds the options to a command. `json` and `csv` describe what these formats contain.
    FormatOption(CommandLine& command, const std::string& json, const std::string& csv);

    /// Throws Error if both options are given and contradict each other.
    ReportFormat format() const;

private:
    struct Values {
        std::optional<std::string> format;
        bool json = false;
    };
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

}  // namespace vitrine
