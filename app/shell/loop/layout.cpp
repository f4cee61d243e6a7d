#include "app/shell/loop/layout.h"

#include <algorithm>

#include "app/frame/panels.h"
#include "app/frame/sheets/state.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/projecting.h"
#include "app/lesson/state.h"
#include "app/panel/measures.h"
#include "app/shell/loop/narrow_layout.h"
#include "app/start/page.h"
#include "app/state/lacking.h"

namespace vitrine {

namespace {

constexpr float top_height = 48;

std::span<const Panel> lesson_panels() {
    static constexpr Panel list[] = {{Place::lesson, draw_lesson}, {Place::overlay, draw_spotlight}};
    return list;
}

/// The panels of the shown view, or of the sentence shown in its place.
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

namespace {

/// The height that the panels of a place want.
float wanted_by(const Ui& ui, const State& state, Place which, float across) {
    float sum = 0;
    for (const Panel& panel : panels_of(state)) {
        if (panel.place == which && panel.height) sum += panel.height(ui, across, state);
    }
    return sum;
}

bool view_has(const State& state, Place which) {
    return std::ranges::any_of(view_panels(state), [which](const Panel& panel) { return panel.place == which; });
}

}  // namespace

WindowLayout::WindowLayout(const Ui& ui, const State& state, std::optional<Place> alone)
    : narrow_(is_narrow(ui.size())), alone_(alone) {
    at(Place::overlay) = {{0, 0}, ui.size()};
    if (alone) {
        at(*alone) = at(Place::overlay);
        return;
    }
    narrow_ ? place_narrow(ui, state) : place_wide(ui, state);
}

void WindowLayout::place_narrow(const Ui& ui, const State& state) {
    constexpr float bottom_height = 64, broad = 1600;
    const WindowMeasures wide = measures_of(state, broad, ui.size().y);  // columns that wide windows lack have no sheet
    const LessonState& lesson = state.of<LessonState>();
    const bool told = is_told(lesson);  // the program is only to be looked at
    NarrowParts parts{.window = ui.size(),
                      .has_left = !told && wide.left > 0 && (view_has(state, Place::left) || view_has(state, Place::left_top)),
                      .has_right = !told && wide.right < broad && view_has(state, Place::right),
                      .strip = wanted_by(ui, state, Place::strip, ui.size().x),
                      .bottom = !told && view_has(state, Place::bottom) ? bottom_height : 0,
                      .lesson = shows_lesson(state),
                      .lists_lessons = !lesson.lesson,
                      .tells = told,
                      .open = open_sheet(state),
                      .sheets = state.of<Sheets>()};
    const NarrowPlaces places = narrow_places(parts);
    at(Place::top) = places.top;
    at(Place::strip) = places.strip;
    at(Place::centre) = places.centre;
    at(Place::handle) = places.handle;
    at(Place::bottom) = places.bottom;
    at(Place::buttons) = places.buttons;
    at(Place::lesson) = places.lesson;
    at(Place::right) = places.right;
    const Rect& left = places.left;
    const bool list = view_has(state, Place::left);
    const float upper = std::min(wanted_by(ui, state, Place::left_top, left.width()), (list ? 0.5f : 1.0f) * left.height());
    at(Place::left_top) = {left.min, {left.max.x, left.min.y + upper}};
    at(Place::left) = {{left.min.x, left.min.y + upper}, left.max};
    sheet_ = places.sheet;
}

void WindowLayout::place_wide(const Ui& ui, const State& state) {
    const float lesson = lesson_width(state, ui.size().x), end = ui.size().x, width = end - lesson;
    const auto place = [&](Place which) -> Rect& { return at(which); };
    const float height = ui.size().y - wanted_by(ui, state, Place::status, width);
    const WindowMeasures measures = measures_of(state, width, height);
    constexpr float bar = 72;  // of a lesson that is told; steps of the run are not for its readers
    const bool told = is_told(state.of<LessonState>()), folded = state.of<Projecting>().on || told;
    const bool folds = folded && !state.of<Projecting>().sides && measures.right > measures.left;
    const float left = lesson + (folds ? 0 : measures.left), right = folds ? end : lesson + measures.right;
    const float lower = told ? std::min(measures.lower, height - bar) : measures.lower;
    const float upper = top_height + wanted_by(ui, state, Place::strip, width),
                wanted = wanted_by(ui, state, Place::left_top, left - lesson);
    const float split = upper + std::min(wanted, 0.5f * (lower - upper));

    place(Place::lesson) = told ? Rect{{0, lower}, {end, height}} : Rect{{0, 0}, {lesson, ui.size().y}};
    place(Place::top) = {{lesson, 0}, {end, top_height}};
    place(Place::strip) = {{lesson, top_height}, {end, upper}};
    place(Place::left_top) = {{lesson, upper}, {left - 1, split}};
    place(Place::left) = {{lesson, split}, {left - 1, lower}};
    place(Place::centre) = {{left, upper}, {right, lower}};
    place(Place::right) = {{right + 1, upper}, {end, lower}};
    if (!told) place(Place::bottom) = {{lesson, lower}, {end, height}};
    place(Place::status) = {{lesson, height}, {end, ui.size().y}};
}

void WindowLayout::draw_grounds(Ui& ui) const {
    const Rect &left_top = (*this)[Place::left_top], &left = (*this)[Place::left], &right = (*this)[Place::right];
    ui.fill((*this)[Place::overlay], alone_ == Place::right ? ui.theme.panel : ui.theme.canvas);
    if (alone_) return;
    if (narrow_) {
        if (sheet_.empty()) return;
        ui.place("sheet", sheet_);
        ui.fill(sheet_, ui.theme.panel);
        ui.fill({sheet_.min, {sheet_.max.x, sheet_.min.y + 1}}, ui.theme.line);
        if (!left.empty() && !right.empty()) ui.fill({{left.max.x, left_top.min.y}, {left.max.x + 1, left.max.y}}, ui.theme.line);
        return;
    }
    ui.fill({left_top.min, {left.max.x + 1, left.max.y}}, ui.theme.panel);
    ui.fill({{left.max.x, left_top.min.y}, {left.max.x + 1, left.max.y}}, ui.theme.line);
    ui.fill({{right.min.x - 1, right.min.y}, right.max}, ui.theme.panel);
    ui.fill({{right.min.x - 1, right.min.y}, {right.min.x, right.max.y}}, ui.theme.line);
}

}  // namespace vitrine
