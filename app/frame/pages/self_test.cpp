/// The page of the self-test: what has to hold, with the figures of the checks that are done.

#include "app/selftest/self_test.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/frame/pages/parts.h"
#include "app/widgets/controls.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float mark_width = 26, row_gap = 10, least_table_width = 560;

/// How many of the checks are done, as a line that fills.
void draw_done(Ui& ui, Column& column, const SelfTest& test) {
    const SelfTestReport& report = test.report;
    const Rect line = column.row(4, 10);
    const auto share = static_cast<float>(report.results.size()) / static_cast<float>(std::max<std::size_t>(1, report.planned));
    ui.fill(line, ui.theme.raised, 2);
    ui.fill({line.min, {line.min.x + share * line.width(), line.max.y}}, ui.theme.accent, 2);
    if (!test.running) return;
    const std::size_t number = report.results.size();
    ui.place("self-test/now", column.text(Font::note, ui.theme.dim,
                                          fmt::format("{} of {}: {}", number + 1, report.planned, test.checks[number].name), 10));
}

void draw_verdict(Ui& ui, Column& column, const SelfTest& test) {
    if (test.running) return;
    const bool holds = std::ranges::all_of(test.report.results, &SelfTestResult::passed);
    ui.place("self-test/verdict",
             column.paragraph(Font::body, holds ? ui.theme.text : ui.theme.error,
                              fmt::format("{} ({:.1f} s).", verdict_of(test.report), test.report.seconds), 10));
}

void draw_buttons(Ui& ui, Column& column, const SelfTest& test, Commands& commands) {
    Column narrow = column.at_most(480);
    const Rect row = narrow.row(metrics::control, 14);
    column.y = narrow.y;
    const auto place = [&](int part) { return row.part(part, 3, 8); };
    if (test.running) {
        if (button(ui, "self-test/stop", place(0), {.label = "Stop", .tip = "keeps what has been found"}))
            commands.push_back(StopSelfTest{});
    } else if (button(ui, "self-test/run", place(0), {.label = "Run again"})) {
        commands.push_back(RunSelfTest{});
    }
    const bool some = !test.running && !test.report.results.empty();
    if (button(ui, "self-test/save-page", place(1),
               {.label = "Save as page", .tip = "one HTML file with this table", .enabled = some}))
        commands.push_back(SaveSelfTest{true});
    if (button(ui, "self-test/save-text", place(2), {.label = "Save as text", .enabled = some}))
        commands.push_back(SaveSelfTest{false});
}

/// "18 432 cells", "7.1e-08", "1e-06".
std::array<std::string, 3> figures(const SelfTestResult& result) {
    return {grouped(result.count) + ' ' + result.unit, fmt::format("{:.2g}", result.worst), fmt::format("{:.2g}", result.allowed)};
}

constexpr std::array<float, 2> figure_widths{72, 72};  // of the worst difference and of the allowed one, at the right end

void draw_captions(Ui& ui, Column& column) {
    if (column.width() < least_table_width) return;
    const Rect line = column.row(16, 6);
    section_title(ui, {{line.min.x + mark_width, line.min.y}, line.max}, "WHAT HAS TO HOLD, AND HOW MANY WERE COMPARED");
    const auto at_right = [&](float right, const char* caption) {
        ui.text({right, line.min.y}, Font::label, ui.theme.dim, caption, {.align = Align::right});
    };
    at_right(line.max.x, "ALLOWED");
    at_right(line.max.x - figure_widths[1], "WORST");
}

void draw_mark(Ui& ui, const Column& column, const SelfTestResult& result) {
    const ImVec2 centre{column.left + 7, column.y + 9};
    if (!result.skipped.empty()) return draw_icon(ui, centre, Icon::minus, ui.theme.faint);
    draw_icon(ui, centre, result.passed() ? Icon::check : Icon::cross, result.passed() ? ui.theme.good : ui.theme.error);
}

void draw_result(Ui& ui, Column& column, const SelfTestResult& result) {
    const float top = column.y;
    const bool table = column.width() >= least_table_width;
    const auto [count, worst, allowed] = figures(result);
    draw_mark(ui, column, result);
    Column words = column.from(column.left + mark_width);
    if (table && result.count > 0) {
        const auto at_right = [&](float right, Colour colour, const std::string& number) {
            ui.text({right, top}, Font::note, colour, number, {.align = Align::right});
        };
        at_right(words.right, ui.theme.dim, allowed);
        at_right(words.right - figure_widths[1], result.passed() ? ui.theme.text : ui.theme.error, worst);
        words.right -= figure_widths[0] + figure_widths[1];
    }
    words.paragraph(Font::note, ui.theme.text, result.claim, 2);
    words.paragraph(Font::note, ui.theme.dim, table && result.count > 0 ? count : figures_of(result));
    if (!result.passed() && !result.where.empty()) words.paragraph(Font::note, ui.theme.error, "worst at " + result.where);
    column.y = words.y;
    ui.place("self-test/" + result.name, column.since(top));
    column.gap(row_gap);
}

/// A check that is not done yet, or was not carried out.
void draw_open(Ui& ui, Column& column, const SelfTestCheck& check) {
    Column words = column.from(column.left + mark_width);
    words.paragraph(Font::note, ui.theme.faint, check.claim, row_gap);
    column.y = words.y;
}

}  // namespace

void draw_self_test_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    const SelfTest& test = state.of<SelfTest>();
    if (test.report.planned == 0) return;
    draw_done(ui, column, test);
    draw_verdict(ui, column, test);
    column.paragraph(Font::note, ui.theme.dim, test.report.machine, 14);
    draw_buttons(ui, column, test, commands);
    draw_captions(ui, column);
    for (const SelfTestResult& result : test.report.results) draw_result(ui, column, result);
    for (std::size_t i = test.report.results.size(); i < test.checks.size(); ++i) draw_open(ui, column, test.checks[i]);
}

}  // namespace vitrine
