/// Draws the left column of the comparison: A and B, the first difference, and all tensors in ranking order.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/state/selection_commands.h"
#include "app/views/compare/parts.h"
#include "app/views/compare/view.h"
#include "app/widgets/controls.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

constexpr float bar_width = 40, number_gap = 10;

/// Draws "A" or "B" and a description of that run.
void draw_run(Ui& ui, Column& column, const char* side, const std::string& words) {
    const float top = column.y;
    ui.text(column.corner(), Font::body_strong, ui.theme.accent, side);
    Column said = column.from(column.left + 22);
    said.paragraph(Font::note, ui.theme.text, words);
    column.y = said.y;
    ui.place(std::string("compare/run/") + side, column.since(top));
    column.gap(8);
}

void draw_buttons(Ui& ui, Column& column, Commands& commands) {
    const Rect row = column.row(26, 16);
    if (button(ui, "compare/pin", row.part(0, 2, 8),
               {.label = "Pin B as A", .tip = "compare with the current run from now on (P)"}))
        commands.push_back(PinRun{});
    if (button(ui, "compare/end", row.part(1, 2, 8), {.label = "Unpin", .tip = "stop comparing and keep B"}))
        commands.push_back(UnpinRun{});
}

/// Draws the first tensor that differs. A click selects it.
void draw_first(Ui& ui, Column& column, const RunDifference& difference, Commands& commands) {
    column.title(difference.a->recorded ? "FIRST OUTSIDE THE TOLERANCE" : "FIRST DIFFERENCE", {}, 8);
    if (const TensorChange* first = first_difference(difference)) {
        const TensorChange& change = *first;
        const Rect area = column.row(46, 8);
        const bool there = change.fit != Fit::only_in_a;
        const Interaction does = there ? ui.control("compare/first", area) : ui.place("compare/first", area);
        ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius_large);
        ui.fill({{area.min.x, area.min.y + 8}, {area.min.x + 3, area.max.y - 8}}, ui.theme.accent, 1);
        Column inner = column_in(ui, area, 12, 6);
        inner.line(19, Font::mono_strong, ui.theme.text, change.path);
        inner.text(Font::note, ui.theme.dim,
                   change.ids && change.fit == Fit::same_shape ? change_summary(change) + " ids" : change_summary(change));
        if (does.clicked) commands.insert(commands.end(), {SelectTensor{change.path}, FollowChosen{}});
    }
    ui.place("compare/count", column.paragraph(Font::note, ui.theme.dim, count_words(difference), 16));
}

void draw_orders(Ui& ui, Column& column, const State& state, Commands& commands) {
    const std::array<Segment, 2> kinds{
        {{"compare/kind/computed", "computed", "what the runs compute"}, {"compare/kind/parameters", "parameters", "the weights"}}};
    const std::array<Segment, 2> orders{{{"compare/order/change", "most changed", "by ‖B − A‖ / ‖A‖"},
                                         {"compare/order/execution", "in order", "in the order of computation"}}};
    const ComparisonView& view = state.of<ComparisonView>();
    if (const auto clicked = segmented(ui, column.row(28).min, kinds, static_cast<int>(view.kind), ui.theme.dim))
        commands.push_back(SetCompared{static_cast<ComparedKind>(*clicked)});
    if (const auto clicked = segmented(ui, column.row(34).min, orders, static_cast<int>(view.ranking), ui.theme.dim))
        commands.push_back(SetRanking{static_cast<Ranking>(*clicked)});
}

/// Whether a bar can show the change of a tensor.
bool has_bar(const TensorChange& change) { return change.changed > 0 && std::isfinite(change.relative); }

/// The scale of the bars: each power of ten has the same length, so that small changes are visible beside large ones.
struct BarScale {
    double low = 0, high = 0;  ///< powers of ten at which bars have no length and their full length
    bool cut = false;          ///< some changes are smaller; their bars have the shortest length
    float numbers = 0;         ///< width of the widest number beside a bar

    BarScale(const Ui& ui, std::span<const TensorChange> changes) {
        constexpr double widest = 8;  // in powers of ten; smaller changes have the shortest bar
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (const TensorChange& change : changes) {
            if (!has_bar(change)) continue;
            least = std::min(least, change.relative), most = std::max(most, change.relative);
            numbers = std::max(numbers, ui.width_of(Font::mono_small, change_summary(change)));
        }
        if (most == 0) return;
        high = std::ceil(std::log10(most));
        low = std::max(std::min(std::floor(std::log10(least)), high - 1), high - widest);
        cut = std::log10(least) < low;
    }

    bool any() const { return high > low; }
    double share(const TensorChange& change) const {
        return std::clamp((std::log10(change.relative) - low) / (high - low), 0.0, 1.0);
    }
};

/// Describes what the bars' lengths mean.
void draw_scale(Ui& ui, Column& column, const BarScale& scale) {
    if (!scale.any()) return;
    const std::string words =
        fmt::format("Length of a bar: ‖B − A‖ / ‖A‖, {}{} to {} on a logarithmic scale", share_words(std::pow(10, scale.low)),
                    scale.cut ? " or less" : "", share_words(std::pow(10, scale.high)));
    ui.place("compare/scale", column.paragraph(Font::label, ui.theme.faint, words, 8));
}

void draw_row(Ui& ui, const Rect& row, const TensorChange& change, const BarScale& scale, const State& state, Commands& commands) {
    const bool here = change.fit != Fit::only_in_a, selected = change.path == state.selection.tensor;
    const std::string name = "compare/tensor/" + change.path;
    const Interaction does = here ? ui.control(name, row) : ui.place(name, row);
    if (does.clicked) commands.insert(commands.end(), {SelectTensor{change.path}, FollowChosen{}});
    if (!ui.sees(row)) return;
    const Rect line{{row.min.x - 12, row.min.y}, {row.max.x + 8, row.max.y}};
    if (selected || (does.hovered && here)) ui.fill(line, ui.theme.raised, metrics::radius);
    if (selected) ui.fill(rect_at(line.min, 3, row.height()), ui.theme.accent, 1);
    const TensorInfo* info = (here ? state.of<ComparisonView>().working : state.of<ComparisonView>().pinned)->info(change.path);
    const Colour role = colour_of(info->role, ui.theme);
    const float middle = row.centre().y, bar = row.max.x - scale.numbers - number_gap - bar_width;
    const std::string amount = change_summary(change);
    const float words = row.max.x - ui.width_of(Font::mono_small, amount);
    ui.list.AddCircleFilled({row.min.x + 4, middle}, 3, role, 12);
    const Colour ink = !change.differs() ? ui.theme.faint : selected ? ui.theme.text : ui.theme.dim;
    ui.text({row.min.x + 14, middle}, Font::mono_small, ink, short_path(change.path),
            {.max_width = (has_bar(change) ? bar : words) - 10 - row.min.x - 14, .vertical = VerticalAlign::middle});
    constexpr float shortest = 2;
    if (has_bar(change)) {
        const auto length = bar_width * static_cast<float>(scale.share(change));
        ui.fill(rect_at({bar, middle - 3}, std::max(shortest, length), 6), role, 2);
    }
    ui.text({row.max.x, middle}, Font::mono_small, ink, amount, {.align = Align::right, .vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({info->symbol, change.path, change_sentence(change)});
}

void draw_ranking(Ui& ui, Column& column, const RunDifference& difference, const State& state, Commands& commands) {
    const bool computed = state.of<ComparisonView>().kind == ComparedKind::computed;
    const std::vector<TensorChange>& changes = computed ? difference.tensors : difference.parameters;
    std::vector<std::size_t> places(changes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (state.of<ComparisonView>().ranking == Ranking::by_change) places = most_changed_first(changes);
    const BarScale scale(ui, changes);
    draw_scale(ui, column, scale);
    for (const std::size_t place : places) draw_row(ui, column.row(24), changes[place], scale, state, commands);
}

}  // namespace

void draw_compare_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run || !state.of<ComparisonView>().pinned) return;
    ui.place("compare-list", area);
    Column column = begin_column(ui, "compare/list", area, state);
    column.title("TWO RUNS", {}, 8);
    draw_run(ui, column, "A", run_words(*state.of<ComparisonView>().pinned));
    draw_run(ui, column, "B", run_words(*state.of<ComparisonView>().working));
    column.gap(4);
    draw_buttons(ui, column, commands);
    if (const RunDifference* difference = comparison_of(state)) {
        draw_first(ui, column, *difference, commands);
        if (state.of<HeldTrace>().recorded) draw_causes(ui, column, state, commands);
        column.title("TENSORS", "‖B − A‖ / ‖A‖", 8);
        draw_orders(ui, column, state, commands);
        draw_ranking(ui, column, *difference, state, commands);
    }
    end_column(column, "compare/list", commands, 12);
}

}  // namespace vitrine
