#include "app/shell/loop/narrow_layout.h"

#include <algorithm>
#include <cmath>

#include "app/frame/sheets/panels.h"
#include "app/panel/measures.h"

namespace vitrine {

namespace {

constexpr float narrow_top_height = 52;

/// The height to which the user has dragged something, or else a share of the room.
float height_of(float dragged, float share, float room, float least) {
    const float wanted = dragged > 0 ? dragged : std::round(share * room);
    return std::clamp(wanted, std::min(least, room), room);
}

/// The height of a lesson's sheet, which reaches to the lower edge of the window.
float lesson_height_of(const NarrowParts& parts, bool tablet) {
    if (!parts.lesson) return 0;
    constexpr float folded = 124, least = 160;
    const float room = parts.window.y - narrow_top_height;
    if (parts.lists_lessons && !tablet) return room;
    if (parts.sheets.lesson_folded && !parts.lists_lessons) return folded;
    const float share = parts.lists_lessons ? 0.6f : tablet ? 0.36f : parts.tells ? 0.62f : 0.5f;
    return height_of(parts.sheets.lesson_height, share, room - 120, least);
}

/// The height of a view's sheet. On a phone beside a lesson there is no room for the figure as well, unless the step points at
/// both.
float sheet_height_of(const NarrowParts& parts, float room, bool tablet) {
    constexpr float least = sheet_handle_height + 60, least_centre = 96;
    if (tablet && parts.sheets.folded) return sheet_handle_height;
    if (!tablet && parts.lesson) return parts.sheets.alone > 0 ? std::round(0.55f * room) : room;
    const float share = tablet ? 0.44f : parts.sheets.peeks ? 0.45f : 0.6f;
    return height_of(parts.sheets.height, share, room - least_centre, least);
}

/// Places the columns in the open sheet.
void place_columns(const NarrowParts& parts, const Rect& inner, bool tablet, NarrowPlaces& places) {
    const bool left = parts.has_left && (tablet || parts.open == Sheet::left);
    const bool right = parts.has_right && (tablet || parts.open == Sheet::right);
    places.left = places.right = inner;
    if (left && right) {
        constexpr float share = 0.4f;
        const float split = std::round(inner.min.x + share * inner.width());
        places.left.max.x = split - 1;
        places.right.min.x = split;
    }
    if (!left) places.left = {inner.min, inner.min};
    if (!right) places.right = {inner.max, inner.max};
}

}  // namespace

NarrowPlaces narrow_places(const NarrowParts& parts) {
    const bool tablet = form_of(parts.window) == Form::tablet, sides = parts.has_left || parts.has_right;
    const float width = parts.window.x, top = narrow_top_height + parts.strip;
    const float program = parts.window.y - lesson_height_of(parts, tablet);  // everything below belongs to the lesson
    // A lesson leaves little room, so the bars above it are lower.
    const float less = parts.lesson && !tablet ? 10 : 0, bar = sheet_buttons_height - less;
    const float buttons = !tablet && sides && program > top + bar ? program - bar : program;
    const float lower = std::max(top, buttons - (parts.bottom > 0 ? parts.bottom - less : 0));
    const bool shows_sheet = sides && (tablet || parts.open != Sheet::none);
    const float split = shows_sheet ? lower - std::min(sheet_height_of(parts, lower - top, tablet), lower - top) : lower;

    NarrowPlaces places;
    places.top = {{0, 0}, {width, narrow_top_height}};
    places.strip = {{0, narrow_top_height}, {width, top}};
    places.centre = {{0, top}, {width, split}};
    places.sheet = {{0, split}, {width, lower}};
    places.bottom = {{0, lower}, {width, parts.bottom > 0 ? buttons : lower}};
    places.buttons = {{0, buttons}, {width, program}};
    places.lesson = {{0, program}, {width, parts.window.y}};
    if (shows_sheet) places.handle = {places.sheet.min, {width, std::min(lower, split + sheet_handle_height)}};
    place_columns(parts, {{0, std::min(lower, split + sheet_handle_height)}, places.sheet.max}, tablet, places);
    if (!shows_sheet) places.left = places.right = {places.sheet.max, places.sheet.max};
    return places;
}

}  // namespace vitrine
