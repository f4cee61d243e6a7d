#include "app/widgets/tensor/token_lines.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vitrine {

namespace {

constexpr float word_gap = 12, thickest = 7, thinnest = 1, apart_line = 15, apart_gap = 11;
constexpr std::size_t most_lines = 600;

/// One column of words.
struct Words {
    const TokenColumn& column;
    float x;  ///< where its lines begin
    float top, height;
    float room;
    Align align;

    int last() const { return column.count() - column.behind; }  ///< the end of the words that are not set apart
    bool stands_apart(int row) const { return row < column.before || row >= last(); }
    static float apart_height(int rows) { return rows > 0 ? static_cast<float>(rows) * apart_line + apart_gap : 0; }
    float pitch() const {
        return (height - apart_height(column.before) - apart_height(column.behind)) / static_cast<float>(last() - column.before);
    }

    /// The vertical position of a word, or of another part of its line, 0 … 1.
    float y(int row, float part = 0.5f) const {
        if (row < column.before) return top + (static_cast<float>(row) + part) * apart_line;
        if (row >= last()) return top + height - (static_cast<float>(column.count() - row) - part) * apart_line;
        return top + apart_height(column.before) + (static_cast<float>(row - column.before) + part) * pitch();
    }
    float left() const { return align == Align::right ? x - word_gap - room : x + word_gap; }
    Rect area(int row) const { return rect_at({left(), y(row, 0)}, room, stands_apart(row) ? apart_line : pitch()); }
};

float room_for(const Ui& ui, const std::vector<std::string>& words, float most) {
    float width = 0;
    for (const std::string& word : words) width = std::max(width, ui.width_of(Font::note_strong, word));
    return std::min(std::ceil(width) + 1, most);
}

/// The words that are pointed at and clicked, by their positions.
struct Pointed {
    std::optional<int> hovered, clicked;
};

Pointed react(Ui& ui, const Words& words, const std::string& name) {
    Pointed pointed;
    for (int row = 0; row < words.column.count(); ++row) {
        const int place = words.column.place(row);
        const Interaction does = ui.control(fmt::format("{}/{}", name, place), words.area(row));
        if (does.hovered) pointed.hovered = place;
        if (does.clicked) pointed.clicked = place;
    }
    return pointed;
}

/// Only every nth word is written if they would overlap. Words that are pointed at or chosen are always written, instead of
/// others, and so are words that are set apart.
void draw_words(Ui& ui, const Words& words, int strong, int hovered) {
    constexpr float line = 14;
    const int first = words.column.before, stride = std::max(1, static_cast<int>(std::ceil(line / words.pitch())));
    const auto near = [&](int i, int other) { return other >= first && other < words.last() && std::abs(i - other) < stride; };
    for (int i = 0; i < words.column.count(); ++i) {
        const bool apart = words.stands_apart(i);
        const bool gives_way = !apart && i == strong && i != hovered && near(i, hovered);
        const bool out = (i == strong || i == hovered) && !gives_way;
        if (!out && !apart && ((i - first) % stride != 0 || near(i, strong) || near(i, hovered))) continue;
        const float x = words.align == Align::right ? words.x - word_gap : words.x + word_gap;
        ui.text({x, words.y(i)}, i == strong ? Font::note_strong : Font::note, out ? ui.theme.text : ui.theme.dim,
                words.column.words[static_cast<std::size_t>(i)],
                {.max_width = words.room, .align = words.align, .vertical = VerticalAlign::middle});
    }
}

/// Lines between consecutive words and words that are set apart.
void draw_rules(Ui& ui, const Words& words) {
    const auto draw = [&](float y) { ui.fill(rect_at({words.left(), std::round(y)}, words.room, 1), ui.theme.line); };
    if (words.column.before > 0) draw(words.top + words.apart_height(words.column.before) - apart_gap / 2);
    if (words.column.behind > 0) draw(words.top + words.height - words.apart_height(words.column.behind) + apart_gap / 2);
}

void draw_line(Ui& ui, const Words& left, const Words& right, const TokenLine& line, Colour colour) {
    const ImVec2 from{left.x, left.y(left.column.row(line.left))}, to{right.x, right.y(right.column.row(line.right))};
    const float bend = (to.x - from.x) * 0.5f;
    const float thickness = thinnest + (thickest - thinnest) * static_cast<float>(std::clamp(line.weight, 0.0, 1.0));
    ui.list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, colour, thickness, 24);
}

/// The lines in the order of drawing: the heaviest of the others, then the requested lines.
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

int TokenColumn::row(int place) const {
    if (places.empty()) return place;
    const auto found = std::ranges::lower_bound(places, place);
    return found != places.end() && *found == place ? static_cast<int>(found - places.begin()) : -1;
}

TokenLinesOutput token_lines(Ui& ui, const Rect& area, const TokenLinesInput& input) {
    const float most = area.width() * input.most_for_words;
    const float left_room = room_for(ui, input.left.words, most), right_room = room_for(ui, input.right.words, most);
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
    draw_words(ui, left, input.left.row(input.chosen), input.left.row(asks.hovered.value_or(-1)));
    draw_words(ui, right, input.right.row(input.answer), input.right.row(answers.hovered.value_or(-1)));
    draw_rules(ui, left);
    draw_rules(ui, right);
    return {asks.clicked, answers.clicked, asks.hovered, answers.hovered, input.lines.size() - lines.size()};
}

}  // namespace vitrine
