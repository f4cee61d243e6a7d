#include "app/cli/common/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/cli/common/output.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double bar_interval = 0.1, line_interval = 2;
constexpr std::int64_t most_epoch_lines = 200;

int terminal_columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string rate_text(const ProgressFigures& f) {
    if (f.steps_per_second <= 0) return "";
    const double left = static_cast<double>(f.last_step - f.step) / f.steps_per_second;
    const std::string time = f.step < f.last_step ? "  " + time_text(left) + " left" : "";
    const std::string tokens = f.tokens_per_second > 0 ? "  " + grouped(std::llround(f.tokens_per_second)) + " tokens/s" : "";
    return fmt::format("  {:.{}f} steps/s{}{}", f.steps_per_second, f.steps_per_second < 100 ? 1 : 0, tokens, time);
}

/// "mean loss 0.0312  held out 0.0401"
std::string losses_text(const ProgressFigures& f) {
    const std::string held_out = f.held_out_loss ? "  held out " + loss_text(*f.held_out_loss) : "";
    return "mean loss " + loss_text(f.loss) + held_out;
}

std::string repeated(const char* text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

}  // namespace

bool stderr_is_terminal() {
    const char* kind = std::getenv("TERM");
    return isatty(STDERR_FILENO) && kind && std::string_view(kind) != "dumb";
}

std::string time_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, 3.6e8)));
    const auto hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest) : fmt::format("{}:{:02}", minutes, rest);
}

std::string loss_text(double loss) {
    return loss == 0 || std::abs(loss) >= 1e-3 ? fmt::format("{:.4f}", loss) : fmt::format("{:.1e}", loss);
}

std::string bar_text(const ProgressFigures& f, int columns) {
    const std::string epoch = f.last_epoch > 0 ? fmt::format("  epoch {}/{}", f.epoch, f.last_epoch)
                              : f.epoch > 0    ? fmt::format("  epoch {}", f.epoch)
                                               : "";
    const std::string last = grouped(f.last_step), step = right_aligned(grouped(f.step), last.size());
    const std::string text = fmt::format("  {}/{}{}  {}{}", step, last, epoch, losses_text(f), rate_text(f));
    const int width = std::min(40, columns - 1 - static_cast<int>(text_width(text)));
    if (width < 5) return text.substr(2, static_cast<std::size_t>(std::max(0, columns - 1)));
    const double share = static_cast<double>(f.step) / static_cast<double>(std::max<std::int64_t>(1, f.last_step));
    const int done = static_cast<int>(share * width);
    return repeated("━", done) + repeated("─", width - done) + text;
}

std::string line_text(const ProgressFigures& f) {
    return fmt::format("step {} of {}  {}{}", grouped(f.step), grouped(f.last_step), losses_text(f), rate_text(f));
}

double tokens_per_second(std::int64_t tokens, double seconds) { return seconds > 0 ? static_cast<double>(tokens) / seconds : 0; }

Progress::Progress(std::int64_t steps_taken, std::int64_t last_step, std::int64_t last_epoch)
    : on_terminal_(stderr_is_terminal()), first_step_(steps_taken), start_(Clock::now()), shown_(start_) {
    figures_.step = steps_taken;
    figures_.last_step = last_step;
    figures_.last_epoch = last_epoch;
}

Progress::~Progress() { clear_bar(); }

void Progress::step(const StepReport& report, std::int64_t epoch, double seconds) {
    constexpr double memory = 0.98;  // the running mean covers about the last fifty steps
    loss_weight_ = memory * loss_weight_ + 1;
    figures_.loss += (report.loss - figures_.loss) / loss_weight_;
    figures_.step = report.step;
    figures_.epoch = epoch;
    tokens_ += report.tokens;
    step_seconds_ += seconds;
    if (Seconds(Clock::now() - shown_).count() >= (on_terminal_ ? bar_interval : line_interval)) show();
}

void Progress::held_out(double loss) { figures_.held_out_loss = loss; }

void Progress::epoch(std::int64_t number, double mean_loss) {
    const bool last = number == figures_.last_epoch;
    const bool many = figures_.last_epoch > most_epoch_lines || figures_.last_epoch < 0;
    if (many && !last && Seconds(Clock::now() - shown_).count() < line_interval) return;
    clear_bar();
    messages() << fmt::format("epoch {}  mean loss {}\n", number, loss_text(mean_loss));
    shown_step_ = figures_.step;
    if (!on_terminal_) shown_ = Clock::now();
}

void Progress::warn(const std::string& text) {
    clear_bar();
    std::cerr << text << '\n';
}

void Progress::finish() {
    if (figures_.step > first_step_ && figures_.step != shown_step_) show();
    if (bar_stands_) messages() << '\n';
    bar_stands_ = false;
}

double Progress::seconds() const { return Seconds(Clock::now() - start_).count(); }

double Progress::steps_per_second() const {
    const double passed = seconds();
    return passed > 0 ? static_cast<double>(figures_.step - first_step_) / passed : 0;
}

void Progress::show() {
    figures_.steps_per_second = steps_per_second();
    figures_.tokens_per_second = tokens_per_second(tokens_, step_seconds_);
    if (on_terminal_) {
        messages() << '\r' << bar_text(figures_, terminal_columns()) << "\033[K" << std::flush;
        bar_stands_ = true;
    } else {
        messages() << line_text(figures_) << '\n';
    }
    shown_step_ = figures_.step;
    shown_ = Clock::now();
}

void Progress::clear_bar() {
    if (bar_stands_) messages() << "\r\033[K" << std::flush;
    bar_stands_ = false;
}

}  // namespace vitrine
