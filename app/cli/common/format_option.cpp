#include "app/cli/common/format_option.h"

namespace vitrine {

FormatOption::FormatOption(CommandLine& command, const std::string& json, const std::string& csv)
    : values_(std::make_shared<Values>()) {
    command.add_option("--format", values_->format, "text (default), json: " + json + ", or csv: " + csv)
        .one_of({"text", "json", "csv"})
        .type_name("FORMAT");
    command.add_flag("--json", values_->json, "The same as --format json");
}

ReportFormat FormatOption::format() const {
    const std::string format = values_->format.value_or(values_->json ? "json" : "text");
    if (values_->json && format != "json") throw Error("--json and --format " + format + ": give one of them");
    return format == "json" ? ReportFormat::json : format == "csv" ? ReportFormat::csv : ReportFormat::text;
}

}  // namespace vitrine
