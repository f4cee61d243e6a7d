/// Shows what keeping keys and values saves: rows, multiplications and time.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/views/generate/cache_size.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/timing.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float line = 18;

/// "1.23 k": three digits are enough for comparing.
std::string count_text(double count) {
    constexpr double thousand = 1000;
    if (count < thousand) return fmt::format("{:.0f}", count);
    double scaled = count;
    for (const char* unit : {"k", "M", "G"}) {
        scaled /= thousand;
        if (scaled < 999.5) return fmt::format("{:.3g} {}", scaled, unit);
    }
    return fmt::format("{:.3g}", count);
}

/// "÷ 1.6", "÷ 12", "÷ 120": two digits, or all digits of a larger factor.
std::string factor_words(double factor) {
    return factor < 99.5 ? fmt::format("÷ {:.2g}", factor) : fmt::format("÷ {:.0f}", factor);
}

std::string time_text(double microseconds) {
    constexpr double thousand = 1000;
    double scaled = microseconds;
    for (const char* unit : {"µs", "ms"}) {
        if (scaled < 999.5) return fmt::format("{:.3g} {}", scaled, unit);
        scaled /= thousand;
    }
    return fmt::format("{:.3g} s", scaled);
}

/// A quantity with the cache and without it.
struct Saved {
    const char* what;
    double with = 0, without = 0;
    std::string (*text)(double);
    bool differs = true;  ///< by more than can be measured
};

/// Empty for a quantity that is not known.
std::string text_of(const Saved& saved, double number) { return number > 0 ? saved.text(number) : "–"; }

std::string factor_text(const Saved& saved) {
    return saved.differs && saved.with > 0 && saved.without > 0 ? factor_words(saved.without / saved.with) : "";
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

void draw_table(Ui& ui, Column& column, std::string_view title, std::span<const Saved> rows) {
    const Column table = column.at_most(340);
    const TableColumns at{table.left, table.left + 0.58f * table.width(), table.left + 0.82f * table.width(), table.right};
    const float titles = column.row(line).min.y;
    ui.text({at.label, titles}, Font::note_strong, ui.theme.text, title, {.max_width = at.with - at.label - 36});
    ui.text({at.with, titles}, Font::label, ui.theme.faint, "with it", {.align = Align::right});
    ui.text({at.without, titles}, Font::label, ui.theme.faint, "without", {.align = Align::right});
    for (const Saved& saved : rows) draw_saved(ui, column.row(line).min.y, at, saved);
    column.gap(6);
}

void draw_rows(Ui& ui, Column& column, const GenerateScene& scene) {
    const float top = column.y;
    const std::vector<std::string> lines = cache_row_words(scene);
    for (std::size_t i = 0; i < lines.size(); ++i) column.paragraph(Font::note, i == 0 ? ui.theme.text : ui.theme.dim, lines[i]);
    const std::vector<std::string> size = cache_size_words(scene);
    const float first = column.y;
    for (const std::string& words : size) column.paragraph(Font::note, ui.theme.dim, words);
    if (!size.empty()) ui.place("generate/bytes", column.since(first));
    ui.place("generate/rows", column.since(top));
    column.gap(8);
}

/// Draws a remark beside the table: where the encoder's work is counted, or how much the cache would save.
void draw_remark(Ui& ui, Column& column, const GenerateScene& scene) {
    const Generation& generation = scene.generation();
    const bool first = scene.at(scene.asking).step == 0;
    const char* words =
        !generation.cached
            ? generation.cache_refusal.empty() ? "The column “with it” is what it would take with the KV cache." : nullptr
        : first ? scene.has_source() ? "The first step also computes the keys and values of the source, just once."
                                     : "The first step reads the whole prompt and keeps all of its keys and values."
                : nullptr;
    if (!words) return;
    column.gap(-2);
    column.paragraph(Font::label, ui.theme.dim, words, 6);
}

/// "time, median of 21 runs".
std::string title_of_times(const MeasuredTimes* times) {
    if (!times || times->with.empty()) return "time";
    const auto runs = static_cast<Size>(times->with.size());
    return runs == 1 ? "time of one run" : fmt::format("time, median of {} runs", runs);
}

Saved saved_time(const char* what, const ComparedTimes& times, bool cached) {
    Saved saved{what, times.with.value_or(0), times.without.value_or(0), time_text, times.differ};
    if (!cached) std::swap(saved.with, saved.without);  // what was asked for is without it
    return saved;
}

void draw_times(Ui& ui, Column& column, const GenerateScene& scene, const std::string& all) {
    const GenerateView& view = scene.state.of<GenerateView>();
    const MeasuredTimes none;
    const MeasuredTimes* times = view.times && view.times_of == scene.decoded.number ? view.times.get() : nullptr;
    const MeasuredTimes& known = times ? *times : none;
    const bool cached = scene.generation().cached;
    const auto step = static_cast<std::size_t>(scene.at(scene.asking).step);
    const Saved rows[] = {saved_time("this step", times_of_step(known, step), cached),
                          saved_time(all.c_str(), times_of_all(known), cached)};
    draw_table(ui, column, title_of_times(times), rows);
}

}  // namespace

std::vector<std::string> cache_row_words(const GenerateScene& scene) {
    const DecodeStep& step = *scene.step();
    const auto read = static_cast<Size>(scene.path.size());
    const Size added = scene.asking == scene.root ? read : 1;
    const std::string reused = read == added ? "No rows to reuse yet" : fmt::format("{} reused", counted(read - added, "row"));
    std::vector<std::string> lines{fmt::format("{}, {} added, in each layer.", reused, added)};
    if (step.rows.size() > 1)
        lines.push_back(fmt::format("All {} sentences of this step together: {} rows reused, {} added.", step.rows.size(),
                                    step.rows_reused, step.rows_added));
    return lines;
}

void draw_generate_work(Ui& ui, Column& column, const GenerateScene& scene) {
    const Generation& generation = scene.generation();
    const DecodeStep* step = scene.step();
    if (!step) return;
    const float top = column.y;
    if (generation.cached) draw_rows(ui, column, scene);
    const bool possible = generation.cache_refusal.empty();
    const StepWork whole = multiplications_of(generation);
    const std::string all = fmt::format("all {}", counted(static_cast<Size>(generation.steps.size()), "step"));
    const Saved work[] = {
        {"this step", possible ? step->multiplications.with_cache : 0, step->multiplications.without_cache, count_text},
        {all.c_str(), possible ? whole.with_cache : 0, whole.without_cache, count_text}};
    draw_table(ui, column, "multiplications", work);
    draw_remark(ui, column, scene);
    draw_times(ui, column, scene, all);
    column.gap(-8);
    ui.place("generate/work", column.since(top));
    column.gap(12);
}

}  // namespace vitrine
