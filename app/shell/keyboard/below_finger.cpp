#include "app/shell/keyboard/below_finger.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {

namespace {

/// Whether a finger that starts on the control drags something, whatever direction it moves in.
bool is_dragged_anyhow(std::string_view name) {
    constexpr std::array ends{"/handle", "-slider", "/scrub"};
    constexpr std::array names{"time/track",   "generate/tree",    "lesson/guess",
                               "map/overview", "tensors/overview", "tensors/overview-of-gradient"};
    return std::ranges::any_of(ends, [name](std::string_view end) { return name.ends_with(end); }) ||
           std::ranges::find(names, name) != names.end() || name.starts_with("lesson/paint");
}

/// Whether a finger that moves sideways drags the control.
bool is_dragged_sideways(std::string_view name) {
    constexpr std::array starts{"batch/source/", "batch/target/", "field", "generate/", "tensors/axis"};
    return std::ranges::any_of(starts, [name](std::string_view start) { return name.starts_with(start); });
}

float gap_to(const Rect& area, ImVec2 at) {
    const float x = std::max({area.min.x - at.x, at.x - area.max.x, 0.0f}),
                y = std::max({area.min.y - at.y, at.y - area.max.y, 0.0f});
    return std::hypot(x, y);
}

}  // namespace

bool is_covered(const FrameRecord& record, ImVec2 at) {
    return std::ranges::any_of(record.floating, [at](const Rect& area) { return area.contains(at); });
}

const Anchor* control_at(const FrameRecord& record, ImVec2 at) {
    const bool floating = is_covered(record, at);
    const Anchor* top = nullptr;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.focusable && anchor.floating == floating && anchor.visible.contains(at)) top = &anchor;
    }
    return top;
}

bool is_dragged(std::string_view control, bool sideways) {
    return is_dragged_anyhow(control) || (sideways && is_dragged_sideways(control));
}

const ScrollArea* area_at(const FrameRecord& record, ImVec2 at, const Anchor* control) {
    const ScrollArea* found = nullptr;
    for (const ScrollArea& area : record.scrolls) {
        if (!area.view.contains(at) || (!area.pans && area.content <= area.view.height() + 1)) continue;
        // A control above the map is not part of the map, so the finger there does not move the map.
        const bool above = control && control->floating && is_covered(record, at);
        if (above && control->scroll != area.name) continue;
        found = &area;
    }
    return found;
}

ImVec2 meant_by_tap(const FrameRecord& record, ImVec2 at) {
    constexpr float reach = 12;
    if (control_at(record, at)) return at;
    const bool floating = is_covered(record, at);
    if (!floating && !record.floating.empty()) return at;  // a tap there closes what floats
    const Anchor* nearest = nullptr;
    float gap = reach;
    for (const Anchor& anchor : record.anchors) {
        if (!anchor.focusable || anchor.floating != floating || anchor.visible.empty() || anchor.cells) continue;
        if (const float to = gap_to(anchor.visible, at); to < gap) gap = to, nearest = &anchor;
    }
    if (!nearest) return at;
    const Rect inner = nearest->visible.inset(1);
    return {std::clamp(at.x, inner.min.x, std::max(inner.min.x, inner.max.x)),
            std::clamp(at.y, inner.min.y, std::max(inner.min.y, inner.max.y))};
}

}  // namespace vitrine
