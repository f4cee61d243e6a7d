#include "app/cli/train/log.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli/common/progress.h"
#include "core/files/descriptor.h"
#include "core/files/file.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// A number in JSON, or a text for a number that JSON does not have, such as NaN.
nlohmann::json number(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

/// Whether a file has content. Devices, pipes and standard output are only written, never read.
bool has_content(const fs::path& path) {
    std::error_code missing;
    return path != standard_output && fs::is_regular_file(path, missing) && fs::file_size(path, missing) > 0;
}

/// The step that a line is about; nothing if the line is not one of a log.
std::optional<std::int64_t> step_in(std::string_view line) {
    const auto entry = nlohmann::json::parse(line, nullptr, false);
    if (!entry.is_object() || !entry.contains("step") || !entry["step"].is_number_integer()) return std::nullopt;
    return entry["step"].get<std::int64_t>();
}

/// Whether an unfinished last line is one of ours, cut off by a crash.
bool is_cut_off(std::string_view line) {
    constexpr std::string_view start = "{\"step\":";
    return line.substr(0, start.size()) == start.substr(0, line.size());
}

/// The length of the log's part that is about steps up to `steps`.
std::size_t kept_part(std::string_view log, std::int64_t steps, const std::string& path) {
    std::size_t kept = 0;
    for (int number = 1; kept < log.size(); ++number) {
        const std::size_t end = log.find('\n', kept);
        if (end == std::string_view::npos && is_cut_off(log.substr(kept))) return kept;
        const auto step = step_in(log.substr(kept, end - kept));
        if (!step) fail(path, "line " + std::to_string(number) + " is not one of a training's log");
        if (*step > steps) return kept;
        kept = std::min(end, log.size() - 1) + 1;
    }
    return kept;
}

}  // namespace

TrainLog::TrainLog(const std::string& path, int flags) : path_(path) {
    require_writable(path);
    const int file = path == standard_output ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open_to_write(path, O_CREAT | flags);
    if (file < 0 && errno == ENXIO) fail(path, "cannot be written: nobody reads this pipe or socket");
    if (file >= 0) file_.reset(fdopen(file, flags == O_APPEND ? "a" : "w"));
    if (!file_) fail(path, std::string("cannot be written: ") + std::strerror(errno));
}

TrainLog TrainLog::begin(const std::string& path, Existing existing) {
    if (existing == Existing::refuse && has_content(path)) fail(path, "is there already: --overwrite replaces it");
    return TrainLog(path, O_TRUNC);
}

TrainLog TrainLog::go_on(const std::string& path, std::int64_t steps) {
    if (has_content(path)) {
        const std::string log = read_file(path);
        const std::size_t kept = kept_part(log, steps, path);
        if (kept < log.size()) write_file_atomically(path, std::string_view(log).substr(0, kept));
    }
    return TrainLog(path, O_APPEND);
}

void TrainLog::write(const LoggedStep& step) {
    if (!file_ || !problem_.empty()) return;
    const StepReport& report = step.report;
    nlohmann::ordered_json line{{"step", report.step},
                                {"loss", number(report.loss)},
                                {"gradient_norm", number(report.gradient_norm)},
                                {"learning_rate", number(report.learning_rate)},
                                {"tokens", report.tokens},
                                {"tokens_per_second", std::llround(tokens_per_second(report.tokens, step.seconds))}};
    if (step.held_out_loss) line["held_out_loss"] = number(*step.held_out_loss);
    const std::string text = line.dump() + '\n';
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0) return;
    problem_ = fmt::format("{}: the line of step {} cannot be written: {}", path_, report.step, std::strerror(errno));
}

}  // namespace vitrine
