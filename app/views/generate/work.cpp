/// What keeping keys and values saves: rows, multiplications and time.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/generate/parts.h"
#include "app/views/generate/state.h"

namespace vitrine {

namespace {

constexpr float line = 18;

/// "1.23 k": three digits are enough to compare.
std::string count_text(double count) {
    constexpr double thousand = 1000;
    if (count < thousand) return fmt::format("{:.0f}", count);
    double scaled = count;
    for (const char* unit : {"k", "M", "G"}) {
        scaled /= thousand;
        if (scaled < thousand) return fmt::format("{:.3g} {}", scaled, unit);
    }
    return fmt::format("{:.3g}", count);
}

std::string time_text(double microseconds) {
    constexpr double thousand = 1000;
    if (microseconds < thousand) return fmt::format("{:.3g} µs", microseconds);
    if (microseconds < thousand * thousand) return fmt::format("{:.3g} ms", microseconds / thousand);
    return fmt::format("{:.3g} s", microseconds / thousand / thousand);
}

/// A quantity with the cache and without it.
struct Saved {
    const char* what;
    double with = 0, without = 0;
    std::string (*text)(double);
};

/// What is not there is no number.
std::string text_of(const Saved& saved, double number) { return number > 0 ? saved.text(number) : "–"; }

std::string factor_text(const Saved& saved) {
    return saved.with > 0 && saved.without > 0 ? fmt::format("÷ {:.2g}", saved.without / saved.with) : "";
}

struct TableColumns {
    float label, with, without, factor;
};

void draw_saved(Ui& ui, float y, const TableColumns& at, const Saved& saved) {
    const TextOptions right{.align = Align::right};
    ui.text({at.label, y}, Font::note, ui.theme.dim, saved.what, {.max_width = at.with - at.label - 64});
    ui.text({at.with, y}, Font::mono_small, ui.theme.text, text_of(saved, saved.with), right);
    ui.text({at.without, y}, Font::mono_small, ui.theme.dim, text_of(saved, saved.without), right);
    ui.text({at.factor, y}, Font::mono_small, ui.theme.text, factor_text(saved), right);
}

float draw_table(Ui& ui, const GenerateColumn& column, float y, std::string_view title, std::span<const Saved> rows) {
    const float right = std::min(column.right, column.left + 340), width = right - column.left;
    const TableColumns at{column.left, column.left + 0.58f * width, column.left + 0.82f * width, right};
    ui.text({at.label, y}, Font::note_strong, ui.theme.text, title, {.max_width = at.with - at.label - 36});
    ui.text({at.with, y}, Font::label, ui.theme.faint, "with it", {.align = Align::right});
    ui.text({at.without, y}, Font::label, ui.theme.faint, "without", {.align = Align::right});
    for (const Saved& saved : rows) draw_saved(ui, y += line, at, saved);
    return y + line + 6;
}

std::string plural(Size count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

/// "3 rows reused, 1 added", of this sentence and, where there are several, of all.
float draw_rows(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk, const DecodeStep& step) {
    const auto read = static_cast<Size>(desk.path.size());
    const std::string reused = read == 1 ? "No row is there yet" : fmt::format("{} reused", plural(read - 1, "row"));
    std::string words = reused + ", 1 added, in each layer.";
    const float top = y;
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.text, words, {.width = column.width()}).max.y;
    if (step.rows.size() > 1) {
        words = fmt::format("All {} sentences of this step: {} and {}.", step.rows.size(), step.rows_reused, step.rows_added);
        y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()}).max.y;
    }
    ui.place("generate/rows", {{column.left, top}, {column.right, y}});
    return y + 8;
}

/// What the table does not show: where the source's own numbers are counted, or what keeping would save.
float draw_remark(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const Generation& generation = desk.generation();
    const bool first = desk.at(desk.asking).step == 0;
    const char* words = !generation.cached
                            ? generation.cache_refusal.empty() ? "“With it” is what keeping them would take." : nullptr
                        : first ? "The first step also computes the keys and values of the source, once."
                                : nullptr;
    if (!words) return y;
    return ui.paragraph({column.left, y - 2}, Font::label, ui.theme.dim, words, {.width = column.width()}).max.y + 6;
}

/// What one step took, and all of them.
struct TimesTaken {
    double step = 0, all = 0;
};

float draw_times(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk, const std::string& all) {
    const Generation& generation = desk.generation();
    const auto place = static_cast<std::size_t>(desk.at(desk.asking).step);
    const TimesTaken taken{desk.step()->microseconds, microseconds_of(generation)}, none{};
    TimesTaken without = none;
    if (desk.decoded.uncached) {
        const MeasuredSteps& measured = *desk.decoded.uncached;
        without = {place < measured.steps.size() ? measured.steps[place] : 0, measured.total};
    }
    const TimesTaken &with = generation.cached ? taken : none, &plain = generation.cached ? without : taken;
    const Saved time[] = {{"this step", with.step, plain.step, time_text}, {all.c_str(), with.all, plain.all, time_text}};
    return draw_table(ui, column, y, "time, measured", time);
}

}  // namespace

float draw_generate_work(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const Generation& generation = desk.generation();
    const DecodeStep* step = desk.step();
    if (!step) return y;
    const float top = y;
    if (generation.cached) y = draw_rows(ui, column, y, desk, *step);
    const bool possible = generation.cache_refusal.empty();
    const StepWork whole = multiplications_of(generation);
    const std::string all = fmt::format("all {}", plural(static_cast<Size>(generation.steps.size()), "step"));
    const Saved work[] = {
        {"this step", possible ? step->multiplications.with_cache : 0, step->multiplications.without_cache, count_text},
        {all.c_str(), possible ? whole.with_cache : 0, whole.without_cache, count_text}};
    y = draw_table(ui, column, y, "multiplications", work);
    y = draw_remark(ui, column, y, desk);
    y = draw_times(ui, column, y, desk, all);
    ui.place("generate/work", {{column.left, top}, {column.right, y - 8}});
    return y + 4;
}

}  // namespace vitrine
