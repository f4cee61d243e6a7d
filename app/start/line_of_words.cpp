#include <algorithm>

#include "app/start/parts.h"

namespace vitrine {

namespace {

float gap_of(Font font) { return font == Font::display ? 40.0f : font == Font::title ? 20.0f : 10.0f; }

/// The widths of words that stand in one line, and of those below them.
std::vector<float> widths_of(const Ui& ui, Font font, std::span<const std::string> words, float least,
                             std::span<const std::string> below) {
    std::vector<float> widths;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const float lower = i < below.size() ? ui.width_of(font, below[i]) : 0;
        widths.push_back(std::max({least, ui.width_of(font, words[i]), lower}));
    }
    return widths;
}

float width_of(std::span<const float> widths, float gap) {
    float width = -gap;
    for (const float one : widths) width += one + gap;
    return width;
}

}  // namespace

LineOfWords line_of(const Ui& ui, std::span<const std::string> words, float left, float right, std::size_t around, float least,
                    std::span<const std::string> below) {
    constexpr float remark = 52;  // at either end, how many words are not shown
    LineOfWords line{.count = words.size()};
    std::vector<float> widths;
    for (const Font font : {Font::display, Font::title, Font::note}) {
        line.font = font;
        widths = widths_of(ui, font, words, least, below);
        if (width_of(widths, gap_of(font)) <= right - left) break;
    }
    const float gap = gap_of(line.font);
    // As many words as fit: alternately one more behind and one more before.
    if (width_of(widths, gap) > right - left) {
        left += remark, right -= remark;
        line.first = around, line.count = 1;
        float width = widths[around];
        for (bool grows = true; grows;) {
            grows = false;
            for (const bool behind : {true, false}) {
                if (behind ? line.first + line.count == words.size() : line.first == 0) continue;
                const float one = gap + widths[behind ? line.first + line.count : line.first - 1];
                if (width + one > right - left) continue;
                line.first -= behind ? 0 : 1, ++line.count, width += one, grows = true;
            }
        }
    }
    const std::span<const float> shown = std::span(widths).subspan(line.first, line.count);
    float x = left + (right - left - width_of(shown, gap)) / 2;
    for (const float width : shown) {
        line.middles.push_back(x + width / 2);
        x += width + gap;
    }
    return line;
}

LineOfWords part_of(const LineOfWords& line, std::size_t first, std::size_t last) {
    LineOfWords part{.font = line.font};
    for (std::size_t i = 0; i < line.count; ++i) {
        const std::size_t word = line.first + i;
        if (word < first || word >= last) continue;
        if (part.middles.empty()) part.first = word - first;
        part.middles.push_back(line.middles[i]);
    }
    part.count = part.middles.size();
    return part;
}

}  // namespace vitrine
