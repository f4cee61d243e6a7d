#pragma once
/// Draws all text on the screen. A character that no loaded font has is shown as its code in a small frame. All text is recorded,
/// so that tests can find text that is cut.

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
    std::string text;        ///< the whole text, even if shown shortened
    Rect area;               ///< the area it takes
    Rect clip;               ///< the visible area at that place
    bool shortened = false;  ///< shortened when drawn, because it was asked to fit

    /// True if text is cut without having been shortened: it is partly, but not wholly, outside of the visible area.
    bool cut() const;
};

/// What text is drawn to.
struct TextTarget {
    DrawList& list;
    const Fonts& fonts;
    std::vector<TextRecord>& records;
};

enum class VerticalAlign : std::uint8_t { top, middle, baseline };
enum class Shorten : std::uint8_t { middle, end, none };

struct TextOptions {
    float max_width = 0;        ///< 0: its own width
    Align align = Align::left;  ///< the position is the left end, the middle or the right end of the text
    VerticalAlign vertical = VerticalAlign::top;
    Shorten shorten = Shorten::middle;  ///< where to put … if the text does not fit into max_width; a number is replaced by …
                                        ///< alone
};

/// Draws one line of UTF-8 and returns the area it takes. Control characters are shown as their codes.
Rect draw_text(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
               const TextOptions& options = {});

/// Draws one line that runs upwards from `foot`, the middle of its lower end, and returns the area it takes. Characters that no
/// font has are written as their codes.
Rect draw_turned_text(const TextTarget& target, ImVec2 foot, Font font, ImU32 colour, std::string_view text);

/// The width of draw_text() without max_width.
float text_width(const Fonts& fonts, Font font, std::string_view text);

/// The text in lines that are no wider than `width`, broken at spaces and newlines. The views point into `text`.
std::vector<std::string_view> wrapped(const Fonts& fonts, Font font, std::string_view text, float width);

/// The same for a formula: broken before an equals sign or after a comma if that is enough, otherwise before + or −, and within a
/// product, a root or brackets only if there is no other way.
std::vector<std::string_view> wrapped_formula(const Fonts& fonts, Font font, std::string_view text, float width);

/// Draws wrapped text downwards from a position and returns the area it takes. line_spacing: a line's height over its font's.
struct ParagraphOptions {
    float width = 0;
    float line_spacing = 1.25f;
};
Rect draw_paragraph(const TextTarget& target, ImVec2 position, Font font, ImU32 colour, std::string_view text,
                    const ParagraphOptions& options);

/// The height of draw_paragraph(); 0 for no text.
float paragraph_height(const Fonts& fonts, Font font, std::string_view text, const ParagraphOptions& options);

}  // namespace vitrine
