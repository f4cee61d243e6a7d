#include "app/frame/panels.h"

/// The strip below the top bar while a run is pinned: which of the two runs is shown, with a description.

#include <array>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

/// What is shown, in words.
std::string shown_words(const State& state) {
    const ComparisonView& comparison = state.of<ComparisonView>();
    if (comparison.side == ComparedSide::a) return run_words(*comparison.pinned);
    if (comparison.side == ComparedSide::b) return run_words(*comparison.working);
    const RunDifference* difference = comparison_of(state);
    if (!difference) return "computing …";
    const TensorChange* first = first_difference(*difference);
    return first ? "B − A, first difference: " + first->path : "B − A: no difference in anything computed";
}

}  // namespace

float compare_strip_height(const Ui&, float, const State& state) { return state.of<ComparisonView>().pinned ? 36 : 0; }

void draw_compare_strip(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.of<ComparisonView>().pinned) return;
    ui.fill(area, ui.theme.panel);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
    const float middle = area.centre().y - 0.5f;
    const std::array<Segment, 3> segments{
        {{"compare/side/a", "A", "the pinned run (Shift+A)"},
         {"compare/side/b", "B", "the run that your edits change (Shift+B)"},
         {"compare/side/difference", "difference", "the values of B minus those of A (Shift+D)"}}};
    const ImVec2 corner{area.min.x + metrics::margin, middle - 12};
    const int side = static_cast<int>(state.of<ComparisonView>().side);
    if (const auto clicked = segmented(ui, corner, segments, side, ui.theme.accent))
        commands.push_back(ShowSide{static_cast<ComparedSide>(*clicked)});
    constexpr float cross = 24;
    const Rect unpin = rect_at({area.max.x - metrics::margin - cross, middle - cross / 2}, cross, cross);
    if (button(ui, "compare/unpin", unpin, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "stop comparing and keep B"}))
        commands.push_back(UnpinRun{});
    const float left = corner.x + segmented_width(ui, segments) + 16;
    ui.text({left, middle}, Font::note, ui.theme.dim, shown_words(state),
            {.max_width = unpin.min.x - 12 - left, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    ui.place("compare/shown", {{left, area.min.y}, {unpin.min.x - 12, area.max.y}});
}

}  // namespace vitrine
