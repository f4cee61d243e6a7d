#pragma once
/// Writes what a question found, in the format that was asked for.

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/common/format_option.h"

namespace vitrine {

/// The three forms of a report; the one that is wanted is made.
struct Report {
    std::function<nlohmann::ordered_json()> json;
    std::function<std::string()> csv, text;
};

void write_report(ReportFormat format, const Report& report);

}  // namespace vitrine
