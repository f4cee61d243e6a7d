/// What keeping keys and values saves: rows, multiplications and time.

#include <algorithm>

#include <fmt/format.h>

#include "app/panels/generate_parts.h"

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

std::string factor_text(const Saved& saved) {
    return saved.with > 0 && saved.without > 0 ? fmt::format("÷ {:.2g}", saved.without / saved.with) : "";
}

struct TableColumns {
    float label, with, without, factor;
};

void draw_saved(Ui& ui, float y, const TableColumns& at, const Saved& saved) {
    const TextOptions right{.align = Align::right};
    ui.text({at.label, y}, Font::note, ui.theme.dim, saved.what, {.max_width = at.with - at.label - 64});
    ui.text({at.with, y}, Font::mono_small, ui.theme.text, saved.text(saved.with), right);
    ui.text({at.without, y}, Font::mono_small, ui.theme.dim, saved.text(saved.without), right);
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

}  // namespace

float draw_generate_work(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const Generation& generation = desk.generation();
    const DecodeStep* step = desk.step();
    if (!generation.cached || !step) return y;
    const float top = y;
    y = draw_rows(ui, column, y, desk, *step);
    const StepWork whole = multiplications_of(generation);
    const std::string all = fmt::format("all {}", plural(static_cast<Size>(generation.steps.size()), "step"));
    const Saved work[] = {{"this step", step->multiplications.with_cache, step->multiplications.without_cache, count_text},
                          {all.c_str(), whole.with_cache, whole.without_cache, count_text}};
    y = draw_table(ui, column, y, "multiplications", work);
    if (desk.decoded.uncached) {
        const auto place = static_cast<std::size_t>(desk.at(desk.asking).step);
        const MeasuredSteps& without = *desk.decoded.uncached;
        const double one = place < without.steps.size() ? without.steps[place] : 0;
        const Saved time[] = {{"this step", step->microseconds, one, time_text},
                              {all.c_str(), microseconds_of(generation), without.total, time_text}};
        y = draw_table(ui, column, y, "time, measured", time);
    }
    ui.place("generate/work", {{column.left, top}, {column.right, y - 8}});
    return y + 4;
}

}  // namespace vitrine
