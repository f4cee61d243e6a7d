#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/panel/compared.h"
#include "app/run/positions.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/placed.h"
#include "app/views/positions/view.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"

namespace vitrine {

namespace {

std::vector<PositionKind> kinds_of(const PositionsView& view, const Configuration& c) {
    std::vector<PositionKind> kinds;
    for (const PositionKind kind : {waves_of(c), PositionKind::learned}) {
        if (view.shows(kind)) kinds.push_back(kind);
    }
    if (kinds.size() > 1 && view.kind == PositionKind::learned) std::swap(kinds.front(), kinds.back());  // the model's own first
    return kinds;
}

}  // namespace

PositionsScene make_positions_scene(const State& state, Commands& commands) {
    const Run& run = *state.run;
    const Configuration& c = run.model->configuration;
    const Side side = state.of<PositionsView>().side;
    const TensorInfo& tokens = *run.outline().find(path_of(side) + ".tokens");
    return {.state = state,
            .commands = commands,
            .own = c.positions,
            .recorded = recorded_positions(state),
            .positions = shown_positions(state),
            .width = c.d_model,
            .kinds = kinds_of(state.of<PositionsView>(), c),
            .words = axis_labels(run, tokens, 1, state.selection.sentence)};
}

namespace {

/// The comparison for models whose positions are not added rows: how queries or scores change.
ComparedPanel compared_placed(const State& state) {
    const bool turned = positions_page(state.run->model->configuration) == PositionsPage::turned;
    return {.name = "positions",
            .title = turned ? "Rotated queries and keys in two runs" : "The bias of relative positions in two runs",
            .text = turned ? "The angles depend only on the position: rotated queries and keys differ where queries and keys do."
                           : "It depends only on the distance: it differs where the table does.",
            .paths = placed_tensors(state)};
}

constexpr float column_gap = 36;

void draw_heading(Ui& ui, Column& column, bool added) {
    column.line(26, Font::title, ui.theme.text, "How a position becomes a vector");
    const char* why =
        "Scores are computed from token vectors, and the embedding of a token is the same at every position. So a vector that "
        "depends only on the position is added to every embedding.";
    const char* left_out =
        "This run adds none, so the vector of a token does not depend on its position. This is what the model would add.";
    column.paragraph(Font::note, ui.theme.dim, added ? why : left_out, 16);
}

/// Draws one encoding over the whole width, or both side by side, or one above the other if there is little room.
void draw_encodings(Ui& ui, Column& column, float height, const PositionsScene& scene) {
    constexpr float width_for_both = 560;
    if (scene.kinds.size() == 1 || column.width() < width_for_both) {
        for (const PositionKind kind : scene.kinds) draw_encoding(ui, column, {.kind = kind, .height = height}, scene);
        return;
    }
    auto [left, right] = column.halves(column_gap);
    draw_encoding(ui, left, {.kind = scene.kinds.front(), .height = height}, scene);
    draw_encoding(ui, right, {.kind = scene.kinds.back(), .height = height, .brief = true}, scene);
    column.go_below(left, right);
}

/// The number in the model's own table, even if another one was set by hand.
double in_table(Size position, Size feature, const PositionsScene& scene) {
    const Size row = position + scene.run().model->configuration.position_offset;
    return static_cast<double>(learned_positions(scene.run(), scene.view().side).at({row, feature}));
}

/// Draws the chosen number, and where it comes from.
void draw_chosen(Ui& ui, Column& column, const PositionsScene& scene) {
    const auto [position, feature] = std::pair{scene.view().position, scene.view().feature};
    column.paragraph(Font::note_strong, ui.theme.text, fmt::format("{}, dimension {}", position_words(position, scene), feature),
                     2);
    for (const PositionKind kind : scene.kinds) {
        const auto value = static_cast<double>(scene.table(kind)->encoding.at({position, feature}));
        std::string line = origin_text(kind, position, feature, scene);
        if (kind == PositionKind::learned)
            line += ": " + signed_number(kind == scene.own ? in_table(position, feature, scene) : value, ElementType::scalar);
        const bool own = is_recorded(scene.state, kind, position);
        if (own && is_changed(scene.run(), positions_tensor(scene.view().side), {position, feature}))
            line += ", altered to " + signed_number(value, ElementType::scalar);
        column.paragraph(Font::mono, ui.theme.dim, line, 2);
    }
    column.gap(12);
}

/// Draws the two curves beside one picture of similarity. With two pictures, the curves are above them.
void draw_readings(Ui& ui, Column& column, const PositionsScene& scene) {
    constexpr float width_for_two = 560;
    if (column.width() < width_for_two) {
        draw_position_wave(ui, column, scene);
        for (const PositionKind kind : scene.kinds) draw_position_similarity(ui, column, kind, scene);
        return draw_position_distances(ui, column, scene);
    }
    auto [left, right] = column.halves(column_gap);
    draw_position_wave(ui, left, scene);
    if (scene.kinds.size() == 1) {
        draw_position_distances(ui, left, scene);
    } else {
        draw_position_distances(ui, right, scene);
        left.y = right.y = std::max(left.y, right.y) + 8;
        draw_position_similarity(ui, left, scene.kinds.front(), scene);
    }
    draw_position_similarity(ui, right, scene.kinds.back(), scene);
    column.go_below(left, right);
}

}  // namespace

void draw_positions(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const PositionsPage page = positions_page(state.run->model->configuration);
    if (state.run->difference) {
        const ComparedPanel panel{.name = "positions",
                                  .title = "One encoding of positions in two runs",
                                  .text =
                                      "Sines and cosines depend only on the position: two runs with them differ only in length, or "
                                      "where a number was set by hand. Learned tables differ where their parameters do.",
                                  .paths = {positions_tensor(state.of<PositionsView>().side)}};
        return draw_compared_panel(ui, area, page == PositionsPage::added ? panel : compared_placed(state), state, commands);
    }
    if (page == PositionsPage::turned) return draw_turned_positions(ui, area, state, commands);
    if (page == PositionsPage::biased) return draw_biased_positions(ui, area, state, commands);
    const PositionsScene scene = make_positions_scene(state, commands);
    Column column = begin_column(ui, "positions", area, state, metrics::wide_margin);
    const float top = column.y;
    draw_heading(ui, column, scene.run().regime.design.positions);
    constexpr float around = 345;  // height of titles, legends and texts of the encoding and of what follows it
    const float height = std::clamp(area.height() - (column.y - top) - similarity_side(ui) - around, 200.0f, 620.0f);
    draw_encodings(ui, column, height, scene);
    if (area.max.x >= ui.size().x) draw_chosen(ui, column, scene);  // there is no inspector that shows it
    column.rule(16);
    draw_readings(ui, column, scene);
    end_column(column, "positions", commands);
}

void draw_position_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "position-choices", area, state);
    if (positions_page(state.run->model->configuration) == PositionsPage::added) {
        draw_positions_choices(ui, column, make_positions_scene(state, commands));
    } else {
        draw_placed_choices(ui, column, state, commands);
    }
    end_column(column, "position-choices", commands);
}

}  // namespace vitrine
