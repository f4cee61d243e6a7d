/// Handles narrow windows, which seldom have room for everything that a step of a lesson points at. As much as fits is scrolled
/// into view; a button leads to the rest, one place after another.
/// button leads to the rest, place by place.

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/frame/sheets/state.h"
#include "app/lesson/commands.h"
#include "app/lesson/panel/parts.h"
#include "app/panel/measures.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"

namespace vitrine {

namespace {

using PointedPlaces = std::span<const PointedPlace>;

/// The place that the reader has asked for, otherwise all places of the step.
PointedPlaces sought_places(const LessonState& lesson) {
    const PointedPlaces all = lesson.page->rings;
    return lesson.led_to && *lesson.led_to < all.size() ? all.subspan(*lesson.led_to, 1) : all;
}

/// Whether an anchor is the place, or one of the places that a place with `*` stands for.
bool belongs_to(const Anchor& anchor, const PointedPlace& place) {
    if (!place.anchor.ends_with("/*")) return anchor.name == place.anchor;
    return anchor.name.starts_with(std::string_view(place.anchor).substr(0, place.anchor.size() - 1));
}

/// The anchor of a place, or the first of several; null if it is not drawn.
const Anchor* drawn(const FrameRecord& record, const PointedPlace& place) {
    const auto found = std::ranges::find_if(record.anchors, [&](const Anchor& anchor) { return belongs_to(anchor, place); });
    return found == record.anchors.end() ? nullptr : &*found;
}

/// Whether a place is drawn, even if it is scrolled out of sight.
bool is_drawn(const FrameRecord& record, const PointedPlace& place) {
    return drawn(record, place) || !pointed_area(record, place).empty();
}

bool is_hidden(const FrameRecord& record, const PointedPlace& place) { return pointed_area(record, place).empty(); }

/// Frames everything that is pointed at on the map if some of it is not visible, since the frame of a lesson is meant for larger
/// windows. If there is no room for all of it, frames only the first. Returns whether the map moves.
bool frame_on_map(const FrameRecord& record, const State& state, PointedPlaces places, Commands& commands) {
    constexpr std::string_view on_map = "map/";
    std::string all, first;
    bool hidden = false;
    for (const PointedPlace& place : places) {
        if (!place.anchor.starts_with(on_map)) continue;
        all += (all.empty() ? "tensor/" : " tensor/") + place.anchor.substr(on_map.size());
        if (first.empty()) first = all;
        hidden = hidden || is_hidden(record, place);
    }
    const std::string& framed = state.of<MapView>().framed;
    if (!hidden || framed == first) return false;
    commands.push_back(FrameMap{framed == all ? first : all});
    return true;
}

/// The upper and lower edge of something in the window.
struct Extent {
    float top, bottom;
};

Extent together(const Extent& a, const Extent& b) { return {std::min(a.top, b.top), std::max(a.bottom, b.bottom)}; }

/// Where a place is in the content of a scrolling area, even if it is out of sight; nothing if it is elsewhere.
std::optional<Extent> extent_in(const FrameRecord& record, const ScrollArea& scroll, const PointedPlace& place) {
    std::optional<Extent> all;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.scroll != scroll.name || !belongs_to(anchor, place)) continue;
        Anchor unclipped = anchor;
        unclipped.visible = anchor.area;
        const Rect area = anchor.cells && !place.index.empty() ? cells_of(unclipped, place.index) : anchor.area;
        const Extent extent{area.min.y, area.max.y};
        all = all ? together(*all, extent) : extent;
    }
    return all;
}

/// What a scrolling area should show: its first place that is out of sight, and as many of the others as there is room for.
std::optional<Extent> wanted_in(const FrameRecord& record, const ScrollArea& scroll, PointedPlaces places) {
    constexpr float margin = 16;
    std::optional<Extent> wanted;
    for (const PointedPlace& place : places) {
        if (is_hidden(record, place)) wanted = extent_in(record, scroll, place);
        if (wanted) break;
    }
    for (const PointedPlace& place : places) {
        const auto extent = wanted ? extent_in(record, scroll, place) : std::nullopt;
        if (!extent) continue;
        const Extent both = together(*wanted, *extent);
        if (both.bottom - both.top + margin <= scroll.view.height()) wanted = both;
    }
    return wanted;
}

void scroll_to_places(const FrameRecord& record, PointedPlaces places, Commands& commands) {
    for (const ScrollArea& scroll : record.scrolls) {
        const auto wanted = scroll.pans ? std::nullopt : wanted_in(record, scroll, places);
        if (!wanted) continue;
        const Rect& view = scroll.view;
        const bool fits = wanted->bottom - wanted->top <= view.height();
        const float moved = fits ? (wanted->top + wanted->bottom) / 2 - view.centre().y : wanted->top - view.min.y;
        const float most = std::max(0.0f, scroll.content - view.height());
        commands.push_back(SetScroll{scroll.name, std::clamp(scroll.offset + moved, 0.0f, most)});
    }
}

/// Scrolls what is pointed at into view, as far as there is room.
void bring_into_view(const FrameRecord& record, const State& state, PointedPlaces places, Commands& commands) {
    if (state.view == View::map && state.of<MapView>().move) return;
    if (!state.reveal.empty()) return;
    if (state.view == View::map && frame_on_map(record, state, places, commands)) return;
    scroll_to_places(record, places, commands);
    commands.push_back(EndSeeking{});
}

/// The hidden place that the reader is led to next: the one after the last, starting again at the beginning.
std::optional<std::size_t> next_hidden(const FrameRecord& record, const LessonState& lesson) {
    const auto& rings = lesson.page->rings;
    const std::size_t first = lesson.led_to ? *lesson.led_to + 1 : 0;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const std::size_t place = (first + i) % rings.size();
        if (is_hidden(record, rings[place])) return place;
    }
    return std::nullopt;
}

}  // namespace

void seek_pointed(const Ui& ui, const State& state, Commands& commands) {
    const Form form = form_of(ui.size());
    const LessonState& lesson = state.of<LessonState>();
    if (form == Form::wide || lesson.page->rings.empty() || lesson.stale) return;
    const FrameRecord& record = ui.so_far();
    const PointedPlaces places = sought_places(lesson);
    std::string step = fmt::format("{}/{}/{}", lesson.lesson->name, lesson.step, lesson.revealed);
    for (const PointedPlace& place : places) step += ' ' + place.anchor;
    const Sheets& sheets = state.of<Sheets>();
    if (sheets.found && sheets.sought_for == step) {
        if (!sheets.ended) return bring_into_view(record, state, places, commands);
        const auto next = next_hidden(record, lesson);
        if (next != lesson.next_place) commands.push_back(NoteNextPlace{next});
        return;
    }
    const auto seen =
        static_cast<std::size_t>(std::ranges::count_if(places, [&](const auto& place) { return is_drawn(record, place); }));
    if (sheets.folded && seen < places.size()) commands.push_back(FoldSheets{false});
    commands.push_back(SeekSheet{step, seen, form == Form::phone ? places.size() : 0});
    for (const PointedPlace& place : places) {
        const Anchor* anchor = drawn(record, place);
        commands.push_back(RevealAnchor{anchor ? anchor->name : place.anchor});
    }
}

}  // namespace vitrine
