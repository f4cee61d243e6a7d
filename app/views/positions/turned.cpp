/// Draws rotary positions: how queries and keys change.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/state/state.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/placed.h"

namespace vitrine {

namespace {

void draw_turned_heading(Ui& ui, Column& column) {
    column.line(26, Font::title, ui.theme.text, "How a position becomes an angle");
    column.paragraph(
        Font::note, ui.theme.dim,
        "Nothing is added to the embeddings. Instead, every query and every key is rotated: two of its dimensions are a point in a "
        "plane, and the point rotates by the same angle from each position to the next. The product of a query and a key depends "
        "on the angle between them, and so on the distance between the two tokens, not on their positions.",
        16);
}

/// Draws the tensors before and after turning, side by side.
void draw_turned_tensors(Ui& ui, Column& column, const PlacedScene& scene) {
    struct Row {
        const char* before;
        const char* after;
        const char* letter;
        Size position;
        bool keys;
    };
    const Row rows[] = {{scene.before(false), ".rotated_query", "Q", scene.query, false},
                        {scene.before(true), ".rotated_key", "K", scene.key, true}};
    const float height = 56 + 20 * static_cast<float>(std::min<Size>(scene.positions, 16));
    for (const Row& row : rows) {
        auto [left, right] = column.halves(36);
        const Index marked{row.position, scene.turn.first_of(scene.pair)};
        const auto before = draw_placed_picture(
            ui, left, {row.before, scene.before_rotation(row.letter) + ", before rotation", marked}, height, scene);
        const auto after =
            draw_placed_picture(ui, right, {row.after, scene.after_rotation(row.letter) + ", rotated", marked}, height, scene);
        column.go_below(left, right);
        const auto clicked = before ? before : after;
        if (!clicked) continue;
        if (!scene.turn.is_turned((*clicked)[1])) continue;
        const Size pair = scene.turn.pair_of((*clicked)[1]);
        scene.commands.push_back(row.keys ? ChoosePlaced{scene.query, (*clicked)[0], pair}
                                          : ChoosePlaced{(*clicked)[0], scene.key, pair});
    }
    if (head_count(scene.run(), scene.place) > scene.configuration().key_heads(StackKind::decoder))
        column.paragraph(Font::note, ui.theme.dim, "K belongs to a key head that this head shares with others.", 8);
}

}  // namespace

void draw_turned_positions(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const PlacedScene scene = make_placed_scene(state, commands);
    Column column = begin_column(ui, "positions", area, state, metrics::wide_margin);
    draw_turned_heading(ui, column);
    if (!scene.has(".rotated_query")) {
        column.paragraph(
            Font::body, ui.theme.dim,
            "This run rotates nothing: positions are switched off, so scores do not depend on the distance between tokens.");
        return end_column(column, "positions", commands);
    }
    constexpr float width_for_two = 720;
    if (column.width() < width_for_two) {
        draw_turned_pair(ui, column, scene);
        draw_turn_wavelengths(ui, column, scene);
    } else {
        auto [left, right] = column.halves(36);
        draw_turned_pair(ui, left, scene);
        draw_turn_wavelengths(ui, right, scene);
        column.go_below(left, right);
    }
    column.rule(16);
    draw_turned_tensors(ui, column, scene);
    end_column(column, "positions", commands);
}

}  // namespace vitrine
