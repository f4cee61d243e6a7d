#include "app/shell/loop/layout.h"

#include <algorithm>

#include "app/frame/panels.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/projecting.h"
#include "app/panel/measures.h"
#include "app/state/lacking.h"

namespace vitrine {

namespace {

constexpr float top_height = 48;

std::span<const Panel> lesson_panels() {
    static constexpr Panel list[] = {{Place::lesson, draw_lesson}, {Place::overlay, draw_spotlight}};
    return list;
}

/// Of the shown view, or of the sentence in its place.
std::span<const Panel> view_panels(const State& state) {
    static constexpr Panel nothing[] = {{Place::centre, draw_lacking}};
    const Module& view = module_of(state.modules, state.view);
    return works(state, view) ? view.panels() : nothing;
}

WindowMeasures measures_of(const State& state, float width, float height) {
    const Module& view = module_of(state.modules, state.view);
    return works(state, view) ? view.measures(state, width, height) : WindowMeasures{0, width, height};
}

std::span<const Panel> start_panels() {
    static constexpr Panel list[] = {{Place::overlay, draw_start}, {Place::overlay, draw_halo}};
    return list;
}

}  // namespace

std::vector<Panel> panels_of(const State& state) {
    std::vector<Panel> panels;
    for (const std::span<const Panel> part :
         {lesson_panels(), panels_before_view(), view_panels(state), panels_after_view(), start_panels()})
        panels.insert(panels.end(), part.begin(), part.end());
    std::stable_partition(panels.begin(), panels.end(), [](const Panel& panel) { return panel.place != Place::overlay; });
    return panels;
}

WindowLayout::WindowLayout(const Ui& ui, const State& state) {
    const float lesson = lesson_width(state, ui.size().x), end = ui.size().x, width = end - lesson;
    const auto place = [&](Place which) -> Rect& { return places_[static_cast<std::size_t>(which)]; };
    const auto wanted_by = [&](Place which, float across) {
        float sum = 0;
        for (const Panel& panel : panels_of(state)) {
            if (panel.place == which && panel.height) sum += panel.height(ui, across, state);
        }
        return sum;
    };
    const float height = ui.size().y - wanted_by(Place::status, width);
    const WindowMeasures measures = measures_of(state, width, height);
    const bool folds = state.of<Projecting>().on && !state.of<Projecting>().sides && measures.right > measures.left;
    const float left = lesson + (folds ? 0 : measures.left), right = folds ? end : lesson + measures.right, lower = measures.lower;
    const float upper = top_height + wanted_by(Place::strip, width), wanted = wanted_by(Place::left_top, left - lesson);
    const float split = upper + std::min(wanted, 0.5f * (lower - upper));

    place(Place::lesson) = {{0, 0}, {lesson, ui.size().y}};
    place(Place::top) = {{lesson, 0}, {end, top_height}};
    place(Place::strip) = {{lesson, top_height}, {end, upper}};
    place(Place::left_top) = {{lesson, upper}, {left - 1, split}};
    place(Place::left) = {{lesson, split}, {left - 1, lower}};
    place(Place::centre) = {{left, upper}, {right, lower}};
    place(Place::right) = {{right + 1, upper}, {end, lower}};
    place(Place::bottom) = {{lesson, lower}, {end, height}};
    place(Place::status) = {{lesson, height}, {end, ui.size().y}};
    place(Place::overlay) = {{0, 0}, ui.size()};
}

void WindowLayout::draw_grounds(Ui& ui) const {
    const Rect &left_top = (*this)[Place::left_top], &left = (*this)[Place::left], &right = (*this)[Place::right];
    ui.fill((*this)[Place::overlay], ui.theme.canvas);
    ui.fill({left_top.min, {left.max.x + 1, left.max.y}}, ui.theme.panel);
    ui.fill({{left.max.x, left_top.min.y}, {left.max.x + 1, left.max.y}}, ui.theme.line);
    ui.fill({{right.min.x - 1, right.min.y}, right.max}, ui.theme.panel);
    ui.fill({{right.min.x - 1, right.min.y}, {right.min.x, right.max.y}}, ui.theme.line);
}

}  // namespace vitrine
