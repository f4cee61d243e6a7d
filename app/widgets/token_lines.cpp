#include "app/widgets/token_lines.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vitrine {

namespace {

constexpr float word_gap = 12, thickest = 7, thinnest = 1;
constexpr std::size_t most_lines = 600;

/// One column of words.
struct Words {
    const std::vector<std::string>& words;
    float x;  ///< where its lines begin
    float top, height;
    float room;
    Align align;

    float pitch() const { return height / static_cast<float>(words.size()); }
    float y(int word) const { return top + (static_cast<float>(word) + 0.5f) * pitch(); }
    Rect area(int word) const {
        const float left = align == Align::right ? x - word_gap - room : x + word_gap;
        return rect_at({left, top + static_cast<float>(word) * pitch()}, room, pitch());
    }
};

float room_for(const Ui& ui, const std::vector<std::string>& words, float most) {
    float width = 0;
    for (const std::string& word : words) width = std::max(width, ui.width_of(Font::note_strong, word));
    return std::min(std::ceil(width) + 1, most);
}

/// Which words are pointed at and clicked on.
struct Pointed {
    std::optional<int> hovered, clicked;
};

Pointed react(Ui& ui, const Words& column, const std::string& name) {
    Pointed pointed;
    for (int i = 0; i < static_cast<int>(column.words.size()); ++i) {
        const Interaction does = ui.control(fmt::format("{}/{}", name, i), column.area(i));
        if (does.hovered) pointed.hovered = i;
        if (does.clicked) pointed.clicked = i;
    }
    return pointed;
}

/// Every so manyth word is written where all would run into each other; those in question always are, in the place of others.
void draw_words(Ui& ui, const Words& column, int strong, const std::optional<int>& hovered) {
    constexpr float line = 14;
    const int stride = std::max(1, static_cast<int>(std::ceil(line / column.pitch())));
    const auto stands_out = [&](int i) { return i == strong || (hovered && i == *hovered); };
    const auto near_another = [&](int i) {
        return (strong >= 0 && std::abs(i - strong) < stride) || (hovered && std::abs(i - *hovered) < stride);
    };
    for (int i = 0; i < static_cast<int>(column.words.size()); ++i) {
        const bool out =
            stands_out(i) && !(strong >= 0 && hovered && i == strong && i != *hovered && std::abs(i - *hovered) < stride);
        if (!out && (i % stride != 0 || near_another(i))) continue;
        const float x = column.align == Align::right ? column.x - word_gap : column.x + word_gap;
        ui.text({x, column.y(i)}, i == strong ? Font::note_strong : Font::note, out ? ui.theme.text : ui.theme.dim,
                column.words[static_cast<std::size_t>(i)],
                {.max_width = column.room, .align = column.align, .vertical = VerticalAlign::middle});
    }
}

void draw_line(Ui& ui, const Words& left, const Words& right, const TokenLine& line, Colour colour) {
    const ImVec2 from{left.x, left.y(line.left)}, to{right.x, right.y(line.right)};
    const float bend = (to.x - from.x) * 0.5f;
    const float thickness = thinnest + (thickest - thinnest) * static_cast<float>(std::clamp(line.weight, 0.0, 1.0));
    ui.list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, colour, thickness, 24);
}

/// The heaviest of the lines that are not asked for, in front of the ones that are.
std::vector<const TokenLine*> in_order(const TokenLinesInput& input, const auto& asked_for) {
    std::vector<const TokenLine*> lines;
    for (const TokenLine& line : input.lines) lines.push_back(&line);
    const auto asked = std::partition(lines.begin(), lines.end(), [&](const TokenLine* line) { return !asked_for(*line); });
    const auto others = static_cast<std::size_t>(asked - lines.begin());
    if (others > most_lines) {
        std::nth_element(lines.begin(), lines.begin() + most_lines, asked,
                         [](const TokenLine* a, const TokenLine* b) { return a->weight > b->weight; });
        lines.erase(lines.begin() + most_lines, asked);
    }
    return lines;
}

}  // namespace

TokenLinesOutput token_lines(Ui& ui, const Rect& area, const TokenLinesInput& input) {
    const float most = area.width() * 0.3f;
    const float left_room = room_for(ui, input.left, most), right_room = room_for(ui, input.right, most);
    const Words left{input.left, area.min.x + left_room + word_gap, area.min.y, area.height(), left_room, Align::right};
    const Words right{input.right, area.max.x - right_room - word_gap, area.min.y, area.height(), right_room, Align::left};
    const Pointed asks = react(ui, left, input.name + "/left"), answers = react(ui, right, input.name + "/right");

    const bool pointing = asks.hovered || answers.hovered;
    const auto asked_for = [&](const TokenLine& line) {
        if (pointing) return (asks.hovered && line.left == *asks.hovered) || (answers.hovered && line.right == *answers.hovered);
        return line.left == input.chosen;
    };
    const auto lines = in_order(input, asked_for);
    for (const TokenLine* line : lines) {
        const bool chosen = line->left == input.chosen;
        const Colour colour = chosen ? ui.theme.accent : input.colour;
        draw_line(ui, left, right, *line, asked_for(*line) ? colour : faded(input.colour, pointing ? 0.15f : 0.4f));
    }
    draw_words(ui, left, input.chosen, asks.hovered);
    draw_words(ui, right, input.answer, answers.hovered);
    return {asks.clicked, answers.clicked, asks.hovered, answers.hovered, input.lines.size() - lines.size()};
}

}  // namespace vitrine
