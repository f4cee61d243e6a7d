#include "app/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/render/colour.h"
#include "app/widgets/text_lines.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

constexpr Font code_font = Font::mono_tiny;  ///< for the codes of characters that cannot be drawn
constexpr float frame_padding = 2, frame_margin = 1;

/// One character as it will be drawn: a glyph, or its code in a frame.
struct Unit {
    std::size_t begin, end;  ///< in bytes of the text
    char32_t code;
    bool valid;
    Fonts::Glyph glyph;
    float width;            ///< in logical pixels
    std::string_view text;  ///< its bytes
};

/// "4E2D" for a character, "<C3>" for a byte that is not part of one.
std::string code_text(const Unit& unit) {
    char text[12];
    std::snprintf(text, sizeof text, unit.valid ? "%04X" : "<%02X>", static_cast<unsigned>(unit.code));
    return text;
}

float glyph_width(const Fonts::Glyph& glyph) { return glyph.glyph->AdvanceX * glyph.scale; }

float code_width(const Fonts& fonts, const Unit& unit) {
    float width = 2 * (frame_padding + frame_margin);
    for (const char c : code_text(unit)) width += glyph_width(fonts.find(code_font, static_cast<char32_t>(c)));
    return width;
}

Unit unit_at(const Fonts& fonts, Font font, std::string_view text, std::size_t at) {
    const Utf8Step step = utf8_step(text, at);
    const std::size_t count = step.valid ? step.length : 1;  // every byte that is not part of a character has a frame of its own
    const char32_t code = step.valid ? step.character : static_cast<unsigned char>(text[at]);
    Unit unit{at, at + count, code, step.valid, {}, 0, text.substr(at, count)};
    if (unit.valid && code >= 0x20) unit.glyph = fonts.find(font, code);
    unit.width = unit.glyph.glyph ? glyph_width(unit.glyph) : code_width(fonts, unit);
    return unit;
}

std::vector<Unit> units_of(const Fonts& fonts, Font font, std::string_view text) {
    std::vector<Unit> units;
    units.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); at = units.back().end) units.push_back(unit_at(fonts, font, text, at));
    return units;
}

float width_of(const std::vector<Unit>& units) {
    float width = 0;
    for (const Unit& unit : units) width += unit.width;
    return width;
}

/// A number must not be shortened: what remained would look like another number.
bool is_number(const std::vector<Unit>& units) {
    return std::ranges::all_of(units, [](const Unit& unit) {
        return unit.code < 0x80 ? std::string_view("0123456789+-.e").find(static_cast<char>(unit.code)) != std::string_view::npos
                                : unit.text == "−";
    });
}

/// Replaces what does not fit into `width` by an ellipsis; replaces everything if too little would remain to recognise the word.
void shorten(std::vector<Unit>& units, const Unit& ellipsis, float width, Shorten where) {
    float left = width - ellipsis.width;
    std::size_t head = 0, tail = units.size();
    bool at_head = true;
    while (head < tail) {
        const float next = at_head ? units[head].width : units[tail - 1].width;
        if (next > left) break;
        left -= next;
        at_head ? ++head : --tail;
        at_head = where == Shorten::end || !at_head;
    }
    constexpr std::size_t least = 3;
    if (head + units.size() - tail < least || is_number(units)) head = 0, tail = units.size();
    const auto at = [&](std::size_t i) { return units.begin() + static_cast<std::ptrdiff_t>(i); };
    units.insert(units.erase(at(head), at(tail)), ellipsis);
}

/// Draws units one after the other. x and baseline are in logical pixels; the baseline falls on a pixel of the display.
class Pen {
public:
    Pen(DrawList& list, const Fonts& fonts, ImU32 colour) : list_(list), fonts_(fonts), colour_(colour) {}

    float draw_glyph(const Fonts::Glyph& found, float x, float baseline) {
        const ImFontGlyph& glyph = *found.glyph;
        if (glyph.Visible) {
            const float top = baseline - found.baseline * found.scale;
            list_.glyph({{x + glyph.X0 * found.scale, top + glyph.Y0 * found.scale},
                         {x + glyph.X1 * found.scale, top + glyph.Y1 * found.scale}},
                        {glyph.U0, glyph.V0}, {glyph.U1, glyph.V1}, colour_);
        }
        return x + glyph_width(found);
    }

    /// The code of a character that cannot be drawn, small, in a frame around the middle of the line.
    void draw_code(const Unit& unit, float x, float middle) {
        const float height = fonts_.size(code_font) + 2, pixel = 1 / fonts_.scale();
        const float top = std::round((middle - height / 2) / pixel) * pixel;
        list_.AddRect({x + frame_margin, top}, {x + unit.width - frame_margin, top + height}, faded(colour_, 0.6f), 2, 0, 1);
        x += frame_margin + frame_padding;
        const float digits = 0.73f * fonts_.size(code_font);
        const float baseline = std::round((top + (height + digits) / 2) / pixel) * pixel;
        const std::string text = code_text(unit);
        const float begin = x;
        for (const char c : text) x = draw_glyph(fonts_.find(code_font, static_cast<char32_t>(c)), x, baseline);
        const Rect area = rect_at({begin, top}, x - begin, height);
        if (Svg* svg = list_.svg()) svg->text({text, area, baseline, Align::left, code_font, colour_});
    }

private:
    DrawList& list_;
    const Fonts& fonts_;
    ImU32 colour_;
};

Rect area_of(const Fonts& fonts, ImVec2 position, Font font, float width, const TextOptions& options) {
    const float height = fonts.line_height(font);
    const float above = options.vertical == VerticalAlign::top      ? 0
                        : options.vertical == VerticalAlign::middle ? height / 2
                                                                    : fonts.ascent(font);
    const float before = options.align == Align::left ? 0 : options.align == Align::centre ? width / 2 : width;
    return rect_at({position.x - before, position.y - above}, width, height);
}

/// The characters between the characters that are drawn as codes, each run as a text of its own. If one run is the whole text, it
/// keeps its alignment.
void describe(Svg& svg, const std::vector<Unit>& units, const SvgText& all) {
    std::string run;
    float begin = all.area.min.x, x = begin;
    const auto add = [&](Align align) {
        SvgText text = all;
        text.text = run;
        text.area = {{begin, all.area.min.y}, {x, all.area.max.y}};
        text.align = align;
        svg.text(text);
        run.clear();
    };
    for (const Unit& unit : units) {
        if (unit.glyph.glyph) {
            run += unit.text;
        } else {
            add(Align::left);
            begin = x + unit.width;
        }
        x += unit.width;
    }
    add(begin == all.area.min.x ? all.align : Align::left);
}

/// Draws units. `drawn` says where they go and how they look.
void draw_units(const TextTarget& target, const std::vector<Unit>& units, SvgText drawn) {
    const Fonts& fonts = target.fonts;
    const Rect& area = drawn.area;
    const float baseline = std::round((area.min.y + fonts.ascent(drawn.font)) * fonts.scale()) / fonts.scale();
    drawn.baseline = baseline;
    if (Svg* svg = target.list.svg()) describe(*svg, units, drawn);
    Pen pen(target.list, fonts, drawn.colour);
    float x = area.min.x;
    for (const Unit& unit : units) {
        if (unit.glyph.glyph) {
            pen.draw_glyph(unit.glyph, x, baseline);
        } else {
            pen.draw_code(unit, x, area.centre().y);
        }
        x += unit.width;
    }
}

}  // namespace

bool TextRecord::cut() const {
    constexpr float tolerance = 1;  // a line's height has room above and below its letters
    const Rect seen = area.intersection(clip);
    return !seen.empty() && !clip.contains(area.inset(tolerance));
}

Rect draw_text(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
               const TextOptions& options) {
    std::vector<Unit> units = units_of(target.fonts, font, text);
    const float whole = width_of(units);
    const bool fits = options.max_width <= 0 || options.shorten == Shorten::none || whole <= options.max_width + 0.01f;
    if (!fits) shorten(units, unit_at(target.fonts, font, "…", 0), options.max_width, options.shorten);
    const Rect area = area_of(target.fonts, position, font, fits ? whole : width_of(units), options);
    const Rect clip = clip_rect(target.list);
    target.records.push_back({std::string(text), area, clip, !fits});
    if (!area.intersection(clip).empty())
        draw_units(target, units, {.area = area, .align = options.align, .font = font, .colour = colour});
    return area;
}

namespace {

/// The text with codes instead of characters that no font has.
std::string drawable(const Fonts& fonts, Font font, std::string_view text) {
    std::string result;
    for (const Unit& unit : units_of(fonts, font, text)) result += unit.glyph.glyph ? std::string(unit.text) : code_text(unit);
    return result;
}

/// Draws a glyph that is turned to run upwards from (x of the baseline, y); returns where the next one begins.
float draw_turned_glyph(DrawList& list, const Fonts::Glyph& found, ImVec2 at, ImU32 colour) {
    const ImFontGlyph& glyph = *found.glyph;
    if (glyph.Visible) {
        const auto turned = [&](float along, float down) {
            return ImVec2{at.x + (down - found.baseline) * found.scale, at.y - along * found.scale};
        };
        list.turned_glyph(
            {turned(glyph.X0, glyph.Y0), turned(glyph.X1, glyph.Y0), turned(glyph.X1, glyph.Y1), turned(glyph.X0, glyph.Y1)},
            {glyph.U0, glyph.V0}, {glyph.U1, glyph.V1}, colour);
    }
    return at.y - glyph_width(found);
}

}  // namespace

Rect draw_turned_text(const TextTarget& target, ImVec2 foot, Font font, ImU32 colour, std::string_view text) {
    const Fonts& fonts = target.fonts;
    const std::string drawn = drawable(fonts, font, text);
    const std::vector<Unit> units = units_of(fonts, font, drawn);
    const float height = fonts.line_height(font), length = width_of(units);
    const Rect area = rect_at({foot.x - height / 2, foot.y - length}, height, length);
    const Rect clip = clip_rect(target.list);
    target.records.push_back({std::string(text), area, clip, false});
    if (area.intersection(clip).empty()) return area;
    const float baseline = std::round((area.min.x + fonts.ascent(font)) * fonts.scale()) / fonts.scale();
    if (Svg* svg = target.list.svg())
        svg->text({.text = drawn, .area = area, .baseline = baseline, .font = font, .colour = colour, .turned = true});
    float y = foot.y;
    for (const Unit& unit : units) {
        if (unit.glyph.glyph) y = draw_turned_glyph(target.list, unit.glyph, {baseline, y}, colour);
    }
    return area;
}

float text_width(const Fonts& fonts, Font font, std::string_view text) {
    float width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Unit unit = unit_at(fonts, font, text, at);
        width += unit.width;
        at = unit.end;
    }
    return width;
}

namespace {

/// Whether a line must not end there, because a sign belongs to what follows it.
bool ends_in_sign(std::string_view line) { return line.ends_with("Σ") || line.ends_with(" /"); }

}  // namespace

std::vector<std::string_view> lines_of(const Fonts& fonts, Font font, std::string_view text, float width, const CostOfBreak& cost) {
    std::vector<std::string_view> lines;
    std::size_t begin = 0, best = std::string_view::npos;
    int least = 0;
    float used = 0;
    const auto break_at = [&](std::size_t end, std::size_t next) {
        std::string_view line = text.substr(begin, end - begin);
        while (line.ends_with(' ')) line.remove_suffix(1);
        lines.push_back(line);
        begin = next;
        best = std::string_view::npos;
        used = 0;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            break_at(at, at + 1);
            ++at;
            continue;
        }
        if (text[at] == ' ' && at > begin) {
            const int here = cost(begin, at);
            if (here >= 0 && (best == std::string_view::npos || here <= least)) best = at, least = here;
        }
        const Unit unit = unit_at(fonts, font, text, at);
        used += unit.width;
        if (used > width && text[at] != ' ' && at > begin) {
            best == std::string_view::npos ? break_at(at, at) : break_at(best, best + 1);
            at = begin;
            continue;
        }
        at = unit.end;
    }
    lines.push_back(text.substr(begin));
    return lines;
}

std::vector<std::string_view> wrapped(const Fonts& fonts, Font font, std::string_view text, float width) {
    return lines_of(fonts, font, text, width,
                    [&](std::size_t begin, std::size_t at) { return ends_in_sign(text.substr(begin, at - begin)) ? -1 : 0; });
}

Rect draw_paragraph(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
                    const ParagraphOptions& options) {
    const float step = target.fonts.line_height(font) * options.line_spacing;
    Rect area = rect_at(position, options.width, 0);
    for (const std::string_view line : wrapped(target.fonts, font, text, options.width)) {
        draw_text(target, {position.x, area.max.y}, font, colour, line);
        area.max.y += step;
    }
    return area;
}

float paragraph_height(const Fonts& fonts, Font font, std::string_view text, const ParagraphOptions& options) {
    if (text.empty()) return 0;
    return static_cast<float>(wrapped(fonts, font, text, options.width).size()) * fonts.line_height(font) * options.line_spacing;
}

}  // namespace vitrine
