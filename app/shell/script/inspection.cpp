#include "app/shell/script/inspection.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float tolerance = 1;

bool overlap(const Rect& a, const Rect& b) {
    const Rect both = a.intersection(b);
    return both.width() > tolerance && both.height() > tolerance;
}

/// A line without the room that its font keeps above and below the letters. Close lines may share that room.
Rect inked(const Rect& line) {
    const float room = 0.1f * line.height();
    return {{line.min.x, line.min.y + room}, {line.max.x, line.max.y - room}};
}

/// Whether one area contains another, up to rounding to pixels.
bool holds(const Rect& outer, const Rect& inner) { return outer.inset(-tolerance).contains(inner); }

std::string shown(const Rect& area) {
    return fmt::format("{:.0f} {:.0f} {:.0f} {:.0f}", area.min.x, area.min.y, area.width(), area.height());
}

/// Areas where something floats and hides what is below it.
std::vector<Rect> floating_areas(const FrameRecord& record) {
    std::vector<Rect> areas = record.floating;
    for (const char* name : {"note", "menu", "message", "field/choices", "field/box"}) {
        if (const Anchor* anchor = record.find(name)) areas.push_back(anchor->area);
    }
    return areas;
}

void add_texts(const FrameRecord& record, std::vector<std::string>& sentences) {
    struct Seen {
        const std::string& text;
        Rect area;
    };
    std::vector<Seen> seen;
    for (const TextRecord& text : record.texts) {
        const Rect area = text.area.intersection(text.clip);
        if (!area.empty()) seen.push_back({text.text, area});
    }
    const std::vector<Rect> floating = floating_areas(record);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t j = i + 1; j < seen.size(); ++j) {
            const auto& [text, area] = seen[i];
            const auto& [other, other_area] = seen[j];
            if (!overlap(inked(area), inked(other_area))) continue;
            const ImVec2 middle = area.intersection(other_area).centre();
            if (std::any_of(floating.begin(), floating.end(), [&](const Rect& over) { return over.contains(middle); })) continue;
            sentences.push_back(fmt::format("the texts {} at {} and {} at {} overlap", in_quotes(text), shown(area),
                                            in_quotes(other), shown(other_area)));
        }
    }
}

/// Whether a text ends within its clip on a side, or is cut there by the edge of the area that is viewed.
bool is_cut_by(float beyond, float clip_edge, float view_edge) {
    return beyond <= tolerance || std::abs(clip_edge - view_edge) <= tolerance;
}

/// Whether an area that pans cuts a text at its left and right edges only, as far as these directions go.
bool pans_across(const ScrollArea& scroll, const TextRecord& text) {
    const Rect &area = text.area, &clip = text.clip, &view = scroll.view;
    return scroll.pans && is_cut_by(clip.min.x - area.min.x, clip.min.x, view.min.x) &&
           is_cut_by(area.max.x - clip.max.x, clip.max.x, view.max.x);
}

/// Whether a text is cut only by the edges of an area that pans.
bool pans_into(const ScrollArea& scroll, const TextRecord& text) {
    const Rect &area = text.area, &clip = text.clip, &view = scroll.view;
    return pans_across(scroll, text) && is_cut_by(clip.min.y - area.min.y, clip.min.y, view.min.y) &&
           is_cut_by(area.max.y - clip.max.y, clip.max.y, view.max.y);
}

/// Whether scrolling can show all of a text's height.
bool scrolls_down_to(const ScrollArea& scroll, const TextRecord& text) {
    const Rect &area = text.area, &view = scroll.view;
    if (!holds(view, text.clip)) return false;
    if (area.min.y < text.clip.min.y && text.clip.min.y > view.min.y + tolerance) return false;
    if (area.max.y > text.clip.max.y && text.clip.max.y < view.max.y - tolerance) return false;
    const float top = view.min.y - scroll.offset;
    return area.min.y >= top - tolerance && area.max.y <= top + scroll.content + tolerance;
}

/// Whether a text is cut only by the upper or lower edge of a scrolling area, so that scrolling can show all of it.
bool scrolls_into(const ScrollArea& scroll, const TextRecord& text) {
    const Rect &area = text.area, &clip = text.clip;
    return area.min.x >= clip.min.x - tolerance && area.max.x <= clip.max.x + tolerance && scrolls_down_to(scroll, text);
}

/// Whether an area lies within the width of another, and reaches into its height.
bool lies_across(const ScrollArea& outer, const ScrollArea& inner) {
    const Rect &a = outer.view, &b = inner.view;
    return &outer != &inner && b.min.x >= a.min.x - tolerance && b.max.x <= a.max.x + tolerance && b.min.y < a.max.y &&
           b.max.y > a.min.y;
}

/// Whether an area scrolls or pans a cut text into view, or an area that pans lies within one that scrolls, and both together do.
bool can_come_into_view(const FrameRecord& record, const TextRecord& text) {
    const auto any = [&](bool (*moves)(const ScrollArea&, const TextRecord&)) {
        return std::ranges::any_of(record.scrolls, [&](const ScrollArea& area) { return moves(area, text); });
    };
    if (any(scrolls_into) || any(pans_into)) return true;
    return std::ranges::any_of(record.scrolls, [&](const ScrollArea& pans) {
        return pans_across(pans, text) && std::ranges::any_of(record.scrolls, [&](const ScrollArea& scrolls) {
                   return lies_across(scrolls, pans) && scrolls_down_to(scrolls, text);
               });
    });
}

bool floats(const Anchor& anchor, const std::string& menu) {
    return anchor.floating || anchor.name == "map/overview" || anchor.name.starts_with("message/") ||
           (!menu.empty() && anchor.name.starts_with(menu + '/'));
}

/// Whether an anchor is the ground of an area that pans. Its controls lie on it, even if they extend beyond it.
bool is_ground(const FrameRecord& record, const Anchor& anchor) {
    return std::ranges::any_of(record.scrolls, [&](const ScrollArea& scroll) {
        return scroll.pans && holds(scroll.view, anchor.area) && holds(anchor.area, scroll.view);
    });
}

void add_controls(const FrameRecord& record, const std::string& menu, std::vector<std::string>& sentences) {
    std::vector<const Anchor*> controls;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.focusable && !anchor.visible.empty() && !is_ground(record, anchor)) controls.push_back(&anchor);
    }
    for (std::size_t i = 0; i < controls.size(); ++i) {
        for (std::size_t j = i + 1; j < controls.size(); ++j) {
            const Anchor &a = *controls[i], &b = *controls[j];
            if (!overlap(a.visible, b.visible) || floats(a, menu) != floats(b, menu)) continue;
            if (holds(a.area, b.area) || holds(b.area, a.area)) continue;
            sentences.push_back(fmt::format("{} at {} and {} at {} overlap", in_quotes(a.name), shown(a.visible), in_quotes(b.name),
                                            shown(b.visible)));
        }
    }
}

}  // namespace

std::vector<TextRecord> texts_in(const FrameRecord& record, const Rect& area) {
    std::vector<TextRecord> texts;
    for (const TextRecord& text : record.texts) {
        const Rect visible = text.area.intersection(text.clip);
        if (!visible.empty() && area.contains(visible.centre())) texts.push_back(text);
    }
    return texts;
}

std::string as_read(const std::vector<TextRecord>& texts) {
    std::string all;
    for (const TextRecord& text : texts) all += (all.empty() ? "" : " ") + (text.shortened ? "…" : text.text);
    return all;
}

bool says(const std::vector<TextRecord>& texts, const std::string& wanted) {
    const auto shortens_it = [&](const TextRecord& text) { return text.shortened && text.text == wanted; };
    return as_read(texts).find(wanted) != std::string::npos || std::any_of(texts.begin(), texts.end(), shortens_it);
}

std::vector<std::string> cut_texts(const FrameRecord& record) {
    std::vector<std::string> sentences;
    for (const TextRecord& text : record.texts) {
        if (!text.cut() || can_come_into_view(record, text)) continue;
        sentences.push_back(fmt::format("the text {} at {} is cut: it can be seen in {}", in_quotes(text.text), shown(text.area),
                                        shown(text.clip)));
    }
    return sentences;
}

std::vector<std::string> overlaps(const FrameRecord& record, const std::string& menu) {
    std::vector<std::string> sentences;
    add_texts(record, sentences);
    add_controls(record, menu, sentences);
    return sentences;
}

}  // namespace vitrine
