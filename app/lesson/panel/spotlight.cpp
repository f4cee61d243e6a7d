#include <algorithm>
#include <string_view>

#include "app/lesson/commands.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/projecting.h"
#include "app/lesson/recording.h"
#include "app/panel/measures.h"
#include "app/state/state.h"
#include "core/tensor/layout.h"

namespace vitrine {

namespace {

/// The smallest area around all anchors whose names begin like this.
Rect area_of_all(const FrameRecord& record, std::string_view start) {
    std::optional<Rect> all;
    for (const Anchor& anchor : record.anchors) {
        if (!anchor.name.starts_with(start) || anchor.visible.empty()) continue;
        if (!all) all = anchor.visible;
        all = Rect{{std::min(all->min.x, anchor.visible.min.x), std::min(all->min.y, anchor.visible.min.y)},
                   {std::max(all->max.x, anchor.visible.max.x), std::max(all->max.y, anchor.visible.max.y)}};
    }
    return all.value_or(Rect{});
}

constexpr std::string_view block_prefix = "block/";

/// The layer that a block of the map belongs to; empty if it belongs to none. Far out, layers are drawn without their blocks.
Rect area_of_layer(const FrameRecord& record, std::string_view block) {
    const std::string_view id = block.substr(block_prefix.size());
    for (const Anchor& anchor : record.anchors) {
        constexpr std::string_view layer = "layer/";
        if (anchor.name.starts_with(layer) && id.starts_with(anchor.name.substr(layer.size()) + '.')) return anchor.visible;
    }
    return {};
}

std::vector<Rect> areas_of(const FrameRecord& record, const std::vector<PointedPlace>& places) {
    std::vector<Rect> areas;
    for (const PointedPlace& place : places) {
        if (const Rect area = pointed_area(record, place); !area.empty()) areas.push_back(area);
    }
    return areas;
}

/// While recording, notes where the tensor of the last step is visible.
void follow_recording(const Ui& ui, const State& state, Commands& commands) {
    const LessonRecording& recording = state.of<LessonRecording>();
    if (!recording.on || recording.steps.empty()) return;
    const RecordedState& step = recording.steps.back();
    for (const char* start : {"map/", "tensor/"}) {
        const Anchor* anchor = ui.so_far().find(start + step.tensor);
        if (!anchor || anchor->visible.empty()) continue;
        if (step.anchor.empty()) commands.push_back(RingRecordedStep{anchor->name});
        return;
    }
}

/// The panel that scrolls an anchor, or the whole window.
Rect panel_of(const FrameRecord& record, const Anchor& anchor) {
    const auto scroll = std::ranges::find(record.scrolls, anchor.scroll, &ScrollArea::name);
    constexpr float far = 1e6f;
    return scroll == record.scrolls.end() ? Rect{{-far, -far}, {far, far}} : scroll->view;
}

/// Adds the labels that belong to a ring on a tensor's picture: the words beside its rows, on either side, and those above its
/// columns; if the ring is around the whole picture, also the names of its axes.
void add_labels(const FrameRecord& record, const std::vector<PointedPlace>& places, std::vector<Rect>& lit) {
    constexpr float beside = 84, above = 24, names = 22;
    for (const PointedPlace& place : places) {
        const Anchor* anchor = record.find(place.anchor);
        const Rect ring = pointed_area(record, place);
        if (!anchor || !anchor->cells || !anchor->name.starts_with("tensor/") || ring.empty()) continue;
        const Rect panel = panel_of(record, *anchor), picture = anchor->area;
        const bool whole = ring.height() > picture.height() - 1;
        for (const Rect& words :
             {Rect{{picture.min.x - beside, ring.min.y}, {picture.max.x + beside, ring.max.y}},
              whole ? Rect{{picture.min.x - beside, picture.min.y - above - names}, {picture.max.x + beside, picture.min.y}}
                    : Rect{{ring.min.x, picture.min.y - above}, {ring.max.x, picture.min.y}}}) {
            if (const Rect seen = words.intersection(panel); !seen.empty()) lit.push_back(seen);
        }
    }
}

/// The window without the lesson, which is below it if the window is narrow or the lesson is told.
Rect program_beside(const Ui& ui, const Rect& window, const State& state) {
    const bool beside = !is_narrow(ui.size()) && !is_told(state.of<LessonState>());
    if (beside) return {{window.min.x + lesson_width(state, window.width()), window.min.y}, window.max};
    const Anchor* lesson = ui.so_far().find("lesson");
    return {window.min, {window.max.x, lesson ? lesson->area.min.y : window.max.y}};
}

/// Opens the columns at the sides, which are folded for presentations, if something pointed at may be there.
void open_sides(std::size_t seen, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const Projecting& projecting = state.of<Projecting>();
    const bool folded = (projecting.on || (is_told(lesson) && is_at_rest(state))) && !projecting.sides;
    if (folded && (seen < lesson.page->rings.size() || shown_step(lesson)->task)) commands.push_back(ShowSides{true});
}

/// Dims the program except what the step points at, and returns the areas that are not dimmed; none if nothing of it is visible.
std::vector<Rect> light(Ui& ui, const Rect& program, const std::vector<Rect>& rings, const State& state, Commands& commands) {
    const LessonPage& page = *state.of<LessonState>().page;
    constexpr float room = 5, dimness = 0.4f;
    open_sides(rings.size(), state, commands);
    seek_pointed(ui, state, commands);
    std::vector<Rect> lit;
    for (const Rect& ring : rings) lit.push_back(ring.inset(-room));
    for (const Rect& light : areas_of(ui.so_far(), page.lights)) lit.push_back(light.inset(-room));
    if (lit.empty()) return lit;
    for (const auto* places : {&page.rings, &page.lights}) add_labels(ui.so_far(), *places, lit);
    for (const Rect& part : around(program, lit)) ui.fill(part, faded(ui.theme.canvas, dimness));
    for (const Rect& ring : rings) ui.frame(ring.inset(-room), ui.theme.accent, metrics::radius, 2);
    return lit;
}

/// Draws the row that is moving, or notes where the row of the step rests.
void follow_row(Ui& ui, const std::vector<Rect>& rings, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    if (lesson.row_move && !lesson.stale && lesson.page->row && !rings.empty()) draw_moving_row(ui, rings.front(), state);
    if (!is_at_rest(state)) return;
    const std::optional<ImVec2> place = lesson.page->row && !rings.empty() ? std::optional(rings.front().centre()) : std::nullopt;
    const bool same = place && lesson.row_at && place->x == lesson.row_at->x && place->y == lesson.row_at->y;
    if (!same && (place || lesson.row_at)) commands.push_back(NoteRowPlace{place});
}

}  // namespace

Rect cells_of(const Anchor& anchor, const std::vector<std::optional<Size>>& index) {
    const HeatmapCells& cells = *anchor.cells;
    const auto along = [&](int axis) {
        const bool given = axis >= 0 && static_cast<std::size_t>(axis) < index.size();
        return given ? index[static_cast<std::size_t>(axis)] : std::nullopt;
    };
    for (int axis = 0; axis < cells.tensor.layout.rank; ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        if (axis == cells.row_axis || axis == cells.column_axis || !along(axis)) continue;
        if (*along(axis) != cells.fixed[place]) return anchor.visible;
    }
    const auto row = along(cells.row_axis), column = along(cells.column_axis);
    const HeatmapLayout& layout = anchor.cell_layout;
    const Rect block = layout.cells(static_cast<int>(row.value_or(0)), static_cast<int>(column.value_or(0)), row ? 1 : layout.rows,
                                    column ? 1 : layout.columns);
    return block.intersection(anchor.visible);
}

Rect pointed_area(const FrameRecord& record, const PointedPlace& place) {
    if (place.anchor.ends_with("/*")) return area_of_all(record, std::string_view(place.anchor).substr(0, place.anchor.size() - 1));
    const Anchor* anchor = record.find(place.anchor);
    if ((!anchor || anchor->visible.empty()) && place.anchor.starts_with(block_prefix)) return area_of_layer(record, place.anchor);
    if (!anchor) {
        const auto scroll = std::ranges::find(record.scrolls, place.anchor, &ScrollArea::name);
        return scroll == record.scrolls.end() ? Rect{} : scroll->view;
    }
    if (anchor->cells && !place.index.empty()) return cells_of(*anchor, place.index);
    return anchor->visible;
}

std::vector<Rect> around(const Rect& area, const std::vector<Rect>& holes) {
    std::vector<float> edges{area.min.y, area.max.y};
    for (const Rect& hole : holes) {
        for (const float y : {hole.min.y, hole.max.y}) edges.push_back(std::clamp(y, area.min.y, area.max.y));
    }
    std::ranges::sort(edges);
    std::vector<Rect> cover;
    for (std::size_t i = 1; i < edges.size(); ++i) {
        const float top = edges[i - 1], bottom = edges[i];
        if (bottom - top < 0.01f) continue;
        std::vector<Rect> cut;
        for (const Rect& hole : holes) {
            if (hole.min.y < bottom && hole.max.y > top) cut.push_back(hole);
        }
        std::ranges::sort(cut, {}, [](const Rect& hole) { return hole.min.x; });
        float x = area.min.x;
        for (const Rect& hole : cut) {
            if (hole.min.x > x) cover.push_back({{x, top}, {std::min(hole.min.x, area.max.x), bottom}});
            x = std::max(x, hole.max.x);
        }
        if (x < area.max.x) cover.push_back({{x, top}, {area.max.x, bottom}});
    }
    return cover;
}

void draw_spotlight(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    follow_recording(ui, state, commands);
    const LessonState& lesson = state.of<LessonState>();
    if (!shown_step(lesson) || !lesson.page) return;
    const std::vector<Rect> rings = areas_of(ui.so_far(), lesson.page->rings);
    const Rect program = program_beside(ui, area, state);
    std::vector<Rect> lit = lesson.lit ? light(ui, program, rings, state, commands) : std::vector<Rect>();
    follow_row(ui, rings, state, commands);
    if (is_told(lesson) && !is_narrow(ui.size()) && is_at_rest(state)) lit.push_back(draw_caption(ui, program, rings, state));
    // If the user clicks elsewhere, they want to see what is there.
    const ImVec2 pointer = ui.pointer().position;
    const bool elsewhere =
        program.contains(pointer) && std::ranges::none_of(lit, [&](const Rect& hole) { return hole.contains(pointer); });
    if (lesson.lit && !rings.empty() && ui.pointer().pressed && elsewhere) commands.push_back(LightLesson{false});
}

void draw_halo(Ui& ui, const Rect&, const State& state, Commands&) {
    if (!state.of<Projecting>().on || ui.pointer().position.x < 0) return;
    constexpr float radius = 22, ring = 3;
    ui.list.AddCircle(ui.pointer().position, radius, faded(ui.theme.accent, ui.pointer().down ? 1.0f : 0.7f), 48, ring);
}

}  // namespace vitrine
