/// The left column of the comparison: what A and B are, what differs first, and the ranking of all tensors.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/views/compare/panel.h"
#include "app/widgets/controls.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

constexpr float row_height = 24, bar_width = 40, number_gap = 10;

struct Column {
    float left, right;
    float width() const { return right - left; }
};

/// "A" and which run it is.
float draw_run(Ui& ui, const Column& column, float y, const char* side, const std::string& words) {
    ui.text({column.left, y}, Font::body_strong, ui.theme.accent, side);
    const Rect said = ui.paragraph({column.left + 22, y}, Font::note, ui.theme.text, words, {.width = column.width() - 22});
    ui.place(std::string("compare/run/") + side, {{column.left, y}, {column.right, said.max.y}});
    return said.max.y + 8;
}

float draw_buttons(Ui& ui, const Column& column, float y, Commands& commands) {
    constexpr float height = 26, gap = 8;
    const float width = (column.width() - gap) / 2;
    if (button(ui, "compare/pin", rect_at({column.left, y}, width, height),
               {.label = "Pin B as A", .tip = "from now on compare with the run as it is now (P)"}))
        commands.push_back(PinRun{});
    if (button(ui, "compare/end", rect_at({column.left + width + gap, y}, width, height),
               {.label = "Unpin", .tip = "compare no longer, keep B"}))
        commands.push_back(UnpinRun{});
    return y + height + 16;
}

/// The first tensor that differs: a click goes there.
float draw_first(Ui& ui, const Column& column, float y, const RunDifference& difference, Commands& commands) {
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "FIRST THAT DIFFERS");
    y += 24;
    const auto first = first_change(difference.tensors);
    if (first) {
        const TensorChange& change = difference.tensors[*first];
        const Rect area = rect_at({column.left, y}, column.width(), 46);
        const bool there = change.fit != Fit::only_in_a;
        const Interaction does = there ? ui.control("compare/first", area) : ui.place("compare/first", area);
        ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius_large);
        ui.fill({{area.min.x, area.min.y + 8}, {area.min.x + 3, area.max.y - 8}}, ui.theme.accent, 1);
        const float width = area.width() - 24;
        ui.text({area.min.x + 12, area.min.y + 6}, Font::mono_strong, ui.theme.text, change.path, {.max_width = width});
        ui.text({area.min.x + 12, area.min.y + 25}, Font::note, ui.theme.dim,
                change.ids && change.fit == Fit::same_shape ? change_summary(change) + " ids" : change_summary(change),
                {.max_width = width});
        if (does.clicked) commands.push_back(SelectTensor{change.path});
        y = area.max.y + 8;
    }
    const Rect count = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, count_words(difference), {.width = column.width()});
    ui.place("compare/count", count);
    return count.max.y + 16;
}

float draw_orders(Ui& ui, const Column& column, float y, const State& state, Commands& commands) {
    const std::array<Segment, 2> kinds{
        {{"compare/kind/computed", "computed", "what the runs compute"}, {"compare/kind/parameters", "parameters", "the weights"}}};
    if (const auto clicked =
            segmented(ui, {column.left, y}, kinds, static_cast<int>(state.of<ComparisonView>().kind), ui.theme.dim))
        commands.push_back(SetCompared{static_cast<ComparedKind>(*clicked)});
    y += 28;
    const std::array<Segment, 2> orders{{{"compare/order/change", "most changed", "by ‖B − A‖ / ‖A‖"},
                                         {"compare/order/execution", "in order", "in the order in which they are computed"}}};
    if (const auto clicked =
            segmented(ui, {column.left, y}, orders, static_cast<int>(state.of<ComparisonView>().ranking), ui.theme.dim))
        commands.push_back(SetRanking{static_cast<Ranking>(*clicked)});
    return y + 34;
}

/// Whether a bar can say how much it changed.
bool has_bar(const TensorChange& change) { return change.changed > 0 && std::isfinite(change.relative); }

/// What the bars stand for: one length for every tenfold, so that what changed a little is seen beside what changed a lot.
struct BarScale {
    double low = 0, high = 0;  ///< powers of ten, where bars have no length and where they have all of it
    float numbers = 0;         ///< how wide the widest number beside a bar is

    BarScale(const Ui& ui, std::span<const TensorChange> changes) {
        constexpr double widest = 8;  // powers of ten; what lies below has the shortest bar
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (const TensorChange& change : changes) {
            if (!has_bar(change)) continue;
            least = std::min(least, change.relative), most = std::max(most, change.relative);
            numbers = std::max(numbers, ui.width_of(Font::mono_small, change_summary(change)));
        }
        if (most == 0) return;
        high = std::ceil(std::log10(most));
        low = std::max(std::min(std::floor(std::log10(least)), high - 1), high - widest);
    }

    bool any() const { return high > low; }
    double share(const TensorChange& change) const {
        return std::clamp((std::log10(change.relative) - low) / (high - low), 0.0, 1.0);
    }
};

/// What the lengths of the bars are.
float draw_scale(Ui& ui, const Column& column, float y, const BarScale& scale) {
    if (!scale.any()) return y;
    const std::string words = fmt::format("Bars: ‖B − A‖ / ‖A‖ from {} to {}, logarithmic", share_words(std::pow(10, scale.low)),
                                          share_words(std::pow(10, scale.high)));
    const Rect said = ui.paragraph({column.left, y}, Font::label, ui.theme.faint, words, {.width = column.width()});
    ui.place("compare/scale", said);
    return said.max.y + 8;
}

void draw_row(Ui& ui, const Rect& row, const TensorChange& change, const BarScale& scale, const State& state, Commands& commands) {
    const bool here = change.fit != Fit::only_in_a, selected = change.path == state.selection.tensor;
    const std::string name = "compare/tensor/" + change.path;
    const Interaction does = here ? ui.control(name, row) : ui.place(name, row);
    if (does.clicked) commands.push_back(SelectTensor{change.path});
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

float draw_ranking(Ui& ui, const Column& column, float y, const RunDifference& difference, const State& state, Commands& commands) {
    const bool computed = state.of<ComparisonView>().kind == ComparedKind::computed;
    const std::vector<TensorChange>& changes = computed ? difference.tensors : difference.parameters;
    std::vector<std::size_t> places(changes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (state.of<ComparisonView>().ranking == Ranking::by_change) places = most_changed_first(changes);
    const BarScale scale(ui, changes);
    y = draw_scale(ui, column, y, scale);
    for (const std::size_t place : places) {
        draw_row(ui, {{column.left, y}, {column.right, y + row_height}}, changes[place], scale, state, commands);
        y += row_height;
    }
    return y;
}

}  // namespace

void draw_compare_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run || !state.of<ComparisonView>().pinned) return;
    ui.place("compare-list", area);
    const Column column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "compare/list", area, state) + 16;
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "TWO RUNS");
    y = draw_run(ui, column, y + 24, "A", run_words(*state.of<ComparisonView>().pinned));
    y = draw_run(ui, column, y, "B", run_words(*state.of<ComparisonView>().working));
    y = draw_buttons(ui, column, y + 4, commands);
    if (const RunDifference* difference = comparison_of(state)) {
        y = draw_first(ui, column, y, *difference, commands);
        section_title(ui, rect_at({column.left, y}, column.width(), 16), "TENSORS", "‖B − A‖ / ‖A‖");
        y = draw_orders(ui, column, y + 24, state, commands);
        y = draw_ranking(ui, column, y, *difference, state, commands);
    }
    end_scroll(ui, "compare/list", y + 12, commands);
}

}  // namespace vitrine
