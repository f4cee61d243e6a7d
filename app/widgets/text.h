#pragma once
/// The one way text comes onto the screen. What no loaded font can draw is shown as its code in a small frame, and everything drawn
/// is recorded, so that tests find text that is cut.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/render/draw_list.h"
#include "app/render/fonts.h"
#include "app/render/rect.h"

namespace vitrine {

/// One piece of text on the screen.
struct TextRecord {
    std::string text;        ///< the whole of it, also where it is shown shortened
    Rect area;               ///< what it takes up
    Rect clip;               ///< what could be seen there
    bool shortened = false;  ///< less than the whole was drawn, because it was asked to fit

    /// Text that is cut though nobody asked for it: partly outside of what can be seen, not wholly.
    bool cut() const;
};

/// Where text is drawn to.
struct TextTarget {
    DrawList& list;
    const Fonts& fonts;
    std::vector<TextRecord>& records;
};

enum class VerticalAlign : std::uint8_t { top, middle, baseline };
enum class Shorten : std::uint8_t { middle, end, none };

struct TextOptions {
    float max_width = 0;        ///< 0: as wide as it is
    Align align = Align::left;  ///< the position is the left end, the middle or the right end of the text
    VerticalAlign vertical = VerticalAlign::top;
    Shorten shorten = Shorten::middle;  ///< where … stands for what does not fit into max_width
};

/// Draws UTF-8 and returns what it takes up. One line: control characters are shown as their codes.
Rect draw_text(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
               const TextOptions& options = {});

/// How wide draw_text makes it without a max_width.
float text_width(const Fonts& fonts, Font font, std::string_view text);

/// The text in lines no wider than `width`, broken at spaces and at newlines. The views point into `text`.
std::vector<std::string_view> wrapped(const Fonts& fonts, Font font, std::string_view text, float width);

/// Draws wrapped text downwards from a position and returns what it takes up. line_spacing: a line's height over its font's.
struct ParagraphOptions {
    float width = 0;
    float line_spacing = 1.25f;
};
Rect draw_paragraph(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
                    const ParagraphOptions& options);

/// How high draw_paragraph makes it; 0 for no text.
float paragraph_height(const Fonts& fonts, Font font, std::string_view text, const ParagraphOptions& options);

}  // namespace vitrine
