#include "app/widgets/tensor/word_tree.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/controls.h"
#include "app/widgets/tensor/card.h"

namespace vitrine {

namespace {

constexpr float node_height = 38, node_padding = 9, bar_width = 36, bar_height = 4;

/// If cards are far from each other, they are wider, so that there is more room for words.
float card_width(const WordTreePitch& pitch) {
    constexpr float narrowest = 108, widest = 136, between = 44;
    return std::clamp(pitch.across - between, narrowest, widest);
}

Colour frame_colour(const Ui& ui, const WordCard& card, bool hovered) {
    if (card.rank == WordRank::path) return ui.theme.accent;
    if (hovered || card.rank == WordRank::best) return ui.theme.dim;
    return card.rank == WordRank::kept ? ui.theme.line : mixed(ui.theme.line, ui.theme.canvas, 0.4f);
}

/// The background and the frame of a card.
void draw_ground(Ui& ui, const Rect& area, const WordCard& card, bool hovered) {
    const Colour raised = hovered ? mixed(ui.theme.raised, ui.theme.text, 0.06f) : ui.theme.raised;
    const bool filled = card.rank != WordRank::dropped || hovered;
    // Cards are opaque, so that curves end at them.
    const Colour ground = card.selected ? mixed(ui.theme.raised, ui.theme.accent, 0.2f) : filled ? raised : ui.theme.canvas;
    ui.fill(area, ground, metrics::radius_large);
    const float thickness = card.selected ? 2.0f : card.rank == WordRank::path ? 1.5f : 1.0f;
    ui.frame(area, frame_colour(ui, card, hovered), metrics::radius_large, thickness);
}

void draw_mark(Ui& ui, ImVec2 centre, WordMark mark) {
    if (mark == WordMark::forced) draw_icon(ui, centre, Icon::pencil, ui.theme.accent);
    if (mark == WordMark::finished) draw_icon(ui, centre, Icon::check, ui.theme.good);
}

void draw_bar(Ui& ui, const Rect& track, double share, Colour colour) {
    ui.fill(track, ui.theme.line, bar_height / 2);
    constexpr float least = 2;  // what is not 0 must be visible
    const auto length = track.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
    if (share > 0) ui.fill({track.min, {track.min.x + std::max(least, length), track.max.y}}, colour, bar_height / 2);
}

void draw_card(Ui& ui, const Rect& area, const WordCard& card, Colour bar, bool hovered) {
    draw_ground(ui, area, card, hovered);
    const bool dropped = card.rank == WordRank::dropped;
    const float mark_room = card.mark == WordMark::none ? 0 : 16, room = area.width() - 2 * node_padding;
    if (!card.share) {
        ui.text(area.centre(), Font::body_strong, ui.theme.text, card.word,
                {.max_width = room, .align = Align::centre, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
        return;
    }
    ui.text({area.min.x + node_padding, area.min.y + 12}, dropped ? Font::body : Font::body_strong,
            dropped && !hovered ? ui.theme.faint : ui.theme.text, card.word,
            {.max_width = room - mark_room, .vertical = VerticalAlign::middle});
    draw_mark(ui, {area.max.x - node_padding - 5, area.min.y + 12}, card.mark);
    const float lower = area.max.y - 10;
    ui.text({area.min.x + node_padding, lower}, Font::mono_small,
            card.selected ? ui.theme.text
            : dropped     ? ui.theme.faint
                          : ui.theme.dim,
            card.number, {.max_width = room - bar_width - 6, .vertical = VerticalAlign::middle});
    const Rect track = rect_at({area.max.x - node_padding - bar_width, lower - bar_height / 2}, bar_width, bar_height);
    if (!std::isnan(*card.share)) draw_bar(ui, track, *card.share, dropped ? faded(bar, 0.55f) : bar);
}

struct CurveLook {
    Colour colour;
    float thickness;
};

CurveLook look_of(const Ui& ui, WordRank rank) {
    switch (rank) {
        case WordRank::path:
            return {ui.theme.accent, 2.2f};
        case WordRank::best:
            return {ui.theme.dim, 2.4f};
        case WordRank::kept:
            return {mixed(ui.theme.line, ui.theme.dim, 0.7f), 1.8f};
        default:
            return {mixed(ui.theme.line, ui.theme.dim, 0.2f), 1};
    }
}

void draw_curve(Ui& ui, const Rect& from, const Rect& to, WordRank rank) {
    const ImVec2 start{from.max.x, from.centre().y}, end{to.min.x, to.centre().y};
    const Rect bounds{{start.x, std::min(start.y, end.y) - 2}, {end.x, std::max(start.y, end.y) + 2}};
    if (!ui.sees(bounds)) return;
    const CurveLook look = look_of(ui, rank);
    const float bend = (end.x - start.x) * 0.55f;
    ui.list.AddBezierCubic(start, {start.x + bend, start.y}, {end.x - bend, end.y}, end, look.colour, look.thickness, 24);
}

}  // namespace

Rect word_card_area(ImVec2 corner, const WordTreePitch& pitch, float column, float row) {
    return rect_at({std::round(corner.x + column * pitch.across), std::round(corner.y + row * pitch.down)}, card_width(pitch),
                   node_height);
}

ImVec2 word_tree_size(const WordTreePitch& pitch, int columns, int rows) {
    return {static_cast<float>(columns - 1) * pitch.across + card_width(pitch),
            static_cast<float>(rows - 1) * pitch.down + node_height};
}

WordTreeOutput word_tree(Ui& ui, ImVec2 corner, const WordTreeInput& input) {
    std::vector<Rect> areas;
    areas.reserve(input.cards.size());
    for (const WordCard& card : input.cards) areas.push_back(word_card_area(corner, input.pitch, card.column, card.row));
    for (const WordRank rank : {WordRank::dropped, WordRank::kept, WordRank::best, WordRank::path}) {
        for (std::size_t i = 0; i < areas.size(); ++i) {
            const WordCard& card = input.cards[i];
            if (card.rank == rank && card.parent >= 0) draw_curve(ui, areas[static_cast<std::size_t>(card.parent)], areas[i], rank);
        }
    }
    WordTreeOutput output;
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const Interaction does = ui.control(input.cards[i].name, areas[i]);
        if (does.hovered) output.hovered = i;
        if (does.clicked) output.clicked = i;
        if (ui.sees(areas[i])) draw_card(ui, areas[i], input.cards[i], input.bar, does.hovered);
    }
    return output;
}

}  // namespace vitrine
