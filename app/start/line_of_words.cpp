#include <algorithm>

#include "app/start/parts.h"

namespace vitrine {

namespace {

constexpr float least_width = 26;  // room for the probability below a short word

float width_of(const Ui& ui, Font font, const std::string& word) { return std::max(least_width, ui.width_of(font, word)); }

float gap_of(Font font) { return font == Font::display ? 44.0f : font == Font::title ? 26.0f : 16.0f; }

float width_of(const Ui& ui, Font font, std::span<const std::string> words) {
    float width = -gap_of(font);
    for (const std::string& word : words) width += width_of(ui, font, word) + gap_of(font);
    return width;
}

}  // namespace

LineOfWords line_of(const Ui& ui, std::span<const std::string> words, float left, float right, std::size_t around) {
    LineOfWords line{.count = words.size()};
    const float room = right - left;
    for (const Font font : {Font::display, Font::title, Font::note}) {
        line.font = font;
        if (width_of(ui, font, words) <= room) break;
    }
    // As many words as fit: alternately one more behind and one more before.
    if (width_of(ui, line.font, words) > room) {
        line.first = around, line.count = 1;
        for (bool grows = true; grows;) {
            grows = false;
            for (const bool behind : {true, false}) {
                if (behind ? line.first + line.count == words.size() : line.first == 0) continue;
                const std::size_t first = line.first - (behind ? 0 : 1), count = line.count + 1;
                if (width_of(ui, line.font, words.subspan(first, count)) > room) continue;
                line.first = first, line.count = count, grows = true;
            }
        }
    }
    const std::span<const std::string> shown = words.subspan(line.first, line.count);
    const float gap = gap_of(line.font);
    float x = left + (room - width_of(ui, line.font, shown)) / 2;
    for (const std::string& word : shown) {
        const float width = width_of(ui, line.font, word);
        line.middles.push_back(x + width / 2);
        x += width + gap;
    }
    return line;
}

}  // namespace vitrine
