/// A lesson that is told: its sentences stand beside what they are about, in large letters, and its buttons in a bar at the lower
/// edge of the window.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/panel/parts.h"
#include "app/lesson/player.h"
#include "app/state/state.h"
#include "app/widgets/floating.h"

namespace vitrine {

namespace {

constexpr float padding = 20, line_spacing = 1.3f, below_paragraph = 10, part_gap = 14;

float overlap(const Rect& a, const Rect& b) {
    const Rect both = a.intersection(b);
    return both.empty() ? 0 : both.width() * both.height();
}

/// The point of an area that is nearest to another point.
ImVec2 nearest_in(const Rect& area, ImVec2 point) {
    return {std::clamp(point.x, area.min.x, area.max.x), std::clamp(point.y, area.min.y, area.max.y)};
}

float gap_between(const Rect& a, const Rect& b) {
    const float x = std::max({a.min.x - b.max.x, b.min.x - a.max.x, 0.0f}),
                y = std::max({a.min.y - b.max.y, b.min.y - a.max.y, 0.0f});
    return std::hypot(x, y);
}

/// What a caption had better not cover: blocks and headings of the map, its overview, and pictures of tensors.
std::vector<Rect> pictures(const FrameRecord& record) {
    static constexpr std::array<std::string_view, 4> starts{"block/", "stack/", "map/overview", "tensor/"};
    std::vector<Rect> areas;
    for (const Anchor& anchor : record.anchors) {
        const bool picture = std::ranges::any_of(starts, [&](std::string_view start) { return anchor.name.starts_with(start); });
        if (picture && !anchor.visible.empty()) areas.push_back(anchor.visible);
    }
    return areas;
}

/// How bad a place for a caption is: it must not cover what is pointed at, should not cover other pictures, and should be near.
float badness(const Rect& caption, const std::vector<Rect>& rings, const std::vector<Rect>& covered) {
    constexpr float of_ring = 1000, of_picture = 300, clear = 28, per_pixel = 0.1f;
    const float whole = caption.width() * caption.height();
    float bad = 0, nearest = rings.empty() ? 0 : 1e6f;
    for (const Rect& ring : rings) {
        bad += overlap(caption, ring.inset(-clear)) > 0 ? of_ring : 0;
        nearest = std::min(nearest, gap_between(caption, ring) + std::abs(caption.centre().y - ring.centre().y) / 4);
    }
    for (const Rect& picture : covered) bad += of_picture * overlap(caption, picture) / whole;
    return bad + per_pixel * nearest;
}

/// The best place for a caption of this size in the room.
Rect best_place(const Rect& room, ImVec2 size, const std::vector<Rect>& rings, const std::vector<Rect>& covered) {
    constexpr float step = 12;
    const float last_x = std::max(room.min.x, room.max.x - size.x), last_y = std::max(room.min.y, room.max.y - size.y);
    Rect best = rect_at({last_x, room.min.y}, size.x, size.y);
    float least = badness(best, rings, covered);
    for (float y = room.min.y; y <= last_y; y += step) {
        for (float x = room.min.x; x <= last_x; x += step) {
            const Rect place = rect_at({x, y}, size.x, size.y);
            const float bad = badness(place, rings, covered);
            if (bad < least) best = place, least = bad;
        }
    }
    return best;
}

/// A line from a caption to what it is about.
void draw_pointer(Ui& ui, const Rect& caption, const Rect& ring) {
    const ImVec2 from = nearest_in(caption, ring.centre());
    const ImVec2 to = nearest_in(ring, from);
    const float x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y);
    constexpr float least = 12, head = 6;
    if (length < least) return;
    const ImVec2 direction{x / length, y / length};
    ui.list.AddLine(from, {to.x - head * direction.x, to.y - head * direction.y}, ui.theme.accent, 2);
    arrow_head(ui, to, direction, ui.theme.accent);
}

}  // namespace

float told_height(const Ui& ui, float width, const State& state) {
    const LessonPage& page = *state.of<LessonState>().page;
    float height = -below_paragraph;
    for (const std::string& paragraph : page.prose)
        height +=
            paragraph_height(ui.fonts, Font::large, paragraph, {.width = width, .line_spacing = line_spacing}) + below_paragraph;
    return height + rows_height(ui, width, state, part_gap);
}

void draw_told(Ui& ui, Column& column, const State& state) {
    const LessonPage& page = *state.of<LessonState>().page;
    const float top = column.y;
    for (const std::string& paragraph : page.prose) {
        const ParagraphOptions lines{.width = column.width(), .line_spacing = line_spacing};
        column.y = ui.paragraph(column.corner(), Font::large, ui.theme.text, paragraph, lines).max.y;
        column.gap(below_paragraph);
    }
    column.gap(-below_paragraph);
    ui.place("lesson/said", column.since(top));
    draw_rows(ui, column, state, part_gap, 0);
}

Rect draw_caption(Ui& ui, const Rect& room, const std::vector<Rect>& rings, const State& state) {
    constexpr float bars = 96, margin = 12, frame_of_ring = 6, narrowest = 300, widest = 540;  // the bar at the top, and the map's
    const Rect below_bars = Rect{{room.min.x, room.min.y + bars}, room.max}.inset(margin);
    const std::vector<Rect> covered = pictures(ui.so_far());
    Rect caption{};
    float least = 0;
    for (const float share : {0.31f, 0.27f, 0.42f}) {
        const float width = std::clamp(share * room.width(), narrowest, widest);
        const float height = told_height(ui, width - 2 * padding, state) + 2 * padding;
        const Rect place = best_place(below_bars, {width, height}, rings, covered);
        const float bad = badness(place, rings, covered);
        if (caption.empty() || bad < least) caption = place, least = bad;
    }
    for (const Rect& ring : rings) draw_pointer(ui, caption, ring.inset(-frame_of_ring));
    begin_floating_box(ui, "lesson/caption", caption, {.frame = ui.theme.accent});
    Column column = column_in(ui, caption, padding, padding);
    draw_told(ui, column, state);
    ui.end_floating();
    return caption;
}

void draw_moving_row(Ui& ui, const Rect& ring, const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const RowMove& move = *lesson.row_move;
    constexpr float width = 340, margin = 10;
    const auto done = static_cast<float>(std::clamp(move.seconds / row_seconds, 0.0, 1.0));
    const float eased = done * done * (3 - 2 * done);
    // The map may have moved meanwhile, and with it what the row has left.
    const Rect left = pointed_area(ui.so_far(), move.left);
    const ImVec2 from = left.empty() ? move.from : left.centre(), to = ring.centre();
    const ImVec2 middle{from.x + eased * (to.x - from.x), from.y + eased * (to.y - from.y)};
    const Rect strip = rect_at({middle.x - width / 2, middle.y - row_strip_height / 2}, width, row_strip_height);
    ui.fill(strip.inset(-margin), ui.theme.panel, metrics::card_radius);
    ui.frame(strip.inset(-margin), ui.theme.accent, metrics::card_radius);
    draw_row_strip(ui, strip, state, done < 0.5f ? move.row : *lesson.page->row);
}

void draw_told_bar(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    constexpr float height = 40, gap = 8, back = 84, play = 104, on = 124, last_on = 176, side = metrics::control;
    ui.fill({area.min, {area.max.x, area.min.y + 1}}, ui.theme.line);
    const float top = area.centre().y - height / 2;
    float x = area.min.x + padding;
    const auto next = [&](float width) {
        const Rect box = rect_at({x, top}, width, height);
        x = box.max.x + gap;
        return box;
    };
    const Rect cross = rect_at({area.max.x - padding - side, area.centre().y - side / 2}, side, side);
    if (button(ui, "lesson/close", cross, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "back to what was open before"}))
        commands.push_back(CloseLesson{});
    if (!shown_step(lesson)) return;
    const bool last = lesson.step + 1 == lesson.lesson->steps.size();
    if (button(ui, "lesson/back", next(back), {.label = "Back", .large = true, .enabled = lesson.step > 0}))
        commands.push_back(MoveLesson{-1});
    if (button(ui, "lesson/play", next(play),
               {.label = lesson.playing ? "Pause" : "Play",
                .icon = lesson.playing ? Icon::pause : Icon::play,
                .large = true,
                .enabled = !last}))
        commands.push_back(PlayLesson{!lesson.playing});
    if (button(ui, "lesson/on", next(last ? last_on : on),
               {.label = last ? "Type a sentence" : "Continue", .look = ButtonLook::primary, .large = true}))
        commands.push_back(MoveLesson{1});
    Column column{ui, x + 2 * gap, cross.min.x - 2 * gap, area.min.y + 16};
    const bool wandered = lesson.page && (!lesson.lit || has_moved(state));
    if (wandered) {
        constexpr float width = 208;
        const Rect box = rect_at({column.right - width, top}, width, height);
        if (button(ui, "lesson/return", box, {.label = "Show me again what is meant", .tip = "the program as this step needs it"}))
            commands.push_back(ReturnToLesson{});
        column.right = box.min.x - gap;
    }
    const bool failed = !lesson.problem.empty();
    const std::string title = lesson.page ? lesson.page->title : lesson.lesson->title.text;
    column.line(24, failed ? Font::note : Font::title, failed ? ui.theme.error : ui.theme.text, failed ? lesson.problem : title,
                Shorten::end);
    column.gap(6);
    draw_dashes(ui, column, lesson, commands);
}

}  // namespace vitrine
