#include "app/views/positions/panel.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/panel/compared.h"
#include "app/run/positions.h"
#include "app/state/state.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/state.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"

namespace vitrine {

namespace {

std::vector<PositionKind> kinds_of(const PositionsView& view) {
    std::vector<PositionKind> kinds;
    for (const PositionKind kind : {PositionKind::sinusoidal, PositionKind::learned}) {
        if (view.shows(kind)) kinds.push_back(kind);
    }
    if (kinds.size() > 1 && view.kind == PositionKind::learned) std::swap(kinds.front(), kinds.back());  // the model's own first
    return kinds;
}

}  // namespace

PositionsDesk make_positions_desk(const State& state, Commands& commands) {
    const Run& run = *state.run;
    const Configuration& c = run.model->configuration;
    const Side side = state.of<PositionsView>().side;
    const TensorInfo& sum = *run.outline().find(side == Side::source ? "src.sum" : "tgt.sum");  // of sentences, so with words
    return {.state = state,
            .commands = commands,
            .own = c.positions,
            .recorded = recorded_positions(state),
            .positions = shown_positions(state),
            .width = c.d_model,
            .kinds = kinds_of(state.of<PositionsView>()),
            .words = axis_labels(run, sum, 1, state.selection.sentence)};
}

namespace {

constexpr float column_gap = 36;

struct Halves {
    PositionsColumn left, right;
};

Halves halves_of(const PositionsColumn& column) {
    const float middle = (column.left + column.right) / 2;
    return {{column.left, middle - column_gap / 2}, {middle + column_gap / 2, column.right}};
}

float draw_rule(Ui& ui, const PositionsColumn& column, float y) {
    ui.fill({{column.left, y}, {column.right, y + 1}}, ui.theme.line);
    return y + 17;
}

float draw_heading(Ui& ui, const PositionsColumn& column, float y, bool added) {
    ui.text({column.left, y}, Font::title, ui.theme.text, "How a place becomes numbers", {.max_width = column.width()});
    const char* why =
        "Attention alone would see words without their order. "
        "So a row of numbers that depends on the place alone is added to every word's embedding.";
    const char* left_out =
        "This run adds none: it sees words without their order. Here is what the model would add to every word's embedding.";
    return ui.paragraph({column.left, y + 26}, Font::note, ui.theme.dim, added ? why : left_out, {.width = column.width()}).max.y +
           16;
}

/// One encoding over all of the width, or both side by side, or one above the other where there is no room.
float draw_encodings(Ui& ui, const PositionsColumn& column, float y, float height, const PositionsDesk& desk) {
    constexpr float width_for_both = 560;
    if (desk.kinds.size() == 1) return draw_encoding(ui, column, y, {.kind = desk.kinds.front(), .height = height}, desk);
    if (column.width() < width_for_both) {
        for (const PositionKind kind : desk.kinds) y = draw_encoding(ui, column, y, {.kind = kind, .height = height}, desk);
        return y;
    }
    const auto [left, right] = halves_of(column);
    const float first = draw_encoding(ui, left, y, {.kind = desk.kinds.front(), .height = height}, desk);
    return std::max(first, draw_encoding(ui, right, y, {.kind = desk.kinds.back(), .height = height, .brief = true}, desk));
}

/// What the model's own table holds, whatever has been put over it by hand.
double in_table(Size position, Size feature, const PositionsDesk& desk) {
    return static_cast<double>(learned_positions(desk.run(), desk.view().side).at({position, feature}));
}

/// The chosen number and where it comes from.
float draw_chosen(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    const auto [position, feature] = std::pair{desk.view().position, desk.view().feature};
    const std::string place = fmt::format("{}, feature {}", position_words(position, desk), feature);
    y = ui.paragraph({column.left, y}, Font::note_strong, ui.theme.text, place, {.width = column.width()}).max.y + 2;
    for (const PositionKind kind : desk.kinds) {
        const auto value = static_cast<double>(desk.table(kind)->encoding.at({position, feature}));
        std::string line = origin_text(kind, position, feature, desk);
        if (kind == PositionKind::learned)
            line += ": " + signed_number(kind == desk.own ? in_table(position, feature, desk) : value, ElementType::scalar);
        const bool own = is_recorded(desk.state, kind, position);
        if (own && is_changed(desk.run(), positions_tensor(desk.view().side), {position, feature}))
            line += ", altered to " + signed_number(value, ElementType::scalar);
        y = ui.paragraph({column.left, y}, Font::mono, ui.theme.dim, line, {.width = column.width()}).max.y + 2;
    }
    return y + 12;
}

/// Beside one picture of similarity, the two curves; beside each other, two pictures with the curves above and below.
float draw_readings(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    constexpr float width_for_two = 560;
    if (column.width() < width_for_two) {
        y = draw_position_wave(ui, column, y, desk);
        for (const PositionKind kind : desk.kinds) y = draw_position_similarity(ui, column, y, kind, desk);
        return draw_position_distances(ui, column, y, desk);
    }
    const auto [left, right] = halves_of(column);
    if (desk.kinds.size() == 1) {
        const float curves = draw_position_distances(ui, left, draw_position_wave(ui, left, y, desk), desk);
        return std::max(curves, draw_position_similarity(ui, right, y, desk.kinds.front(), desk));
    }
    const float waves = draw_position_wave(ui, left, y, desk), distances = draw_position_distances(ui, right, y, desk);
    y = std::max(waves, distances) + 8;
    const float first = draw_position_similarity(ui, left, y, desk.kinds.front(), desk);
    return std::max(first, draw_position_similarity(ui, right, y, desk.kinds.back(), desk));
}

}  // namespace

void draw_positions(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) {
        const ComparedPanel panel{.name = "positions",
                                  .title = "One encoding of positions in two runs",
                                  .text =
                                      "Sines and cosines depend on the place alone, so they differ only where lengths do; a "
                                      "learned table differs wherever the weights do.",
                                  .paths = {positions_tensor(state.of<PositionsView>().side)}};
        return draw_compared_panel(ui, area, panel, state, commands);
    }
    const PositionsDesk desk = make_positions_desk(state, commands);
    constexpr float margin = 24;
    const PositionsColumn column{area.min.x + margin, area.max.x - margin};
    const float top = begin_scroll(ui, "positions", area, state) + 16;
    float y = draw_heading(ui, column, top, desk.run().regime.design.positions);
    constexpr float around = 345;  // titles, legends and words of the encoding and of what follows it
    const float height = std::clamp(area.height() - (y - top) - similarity_side(ui) - around, 200.0f, 620.0f);
    y = draw_encodings(ui, column, y, height, desk);
    if (area.max.x >= ui.size().x) y = draw_chosen(ui, column, y, desk);  // no inspector to say it
    y = draw_rule(ui, column, y);
    y = draw_readings(ui, column, y, desk);
    end_scroll(ui, "positions", y + 8, commands);
}

void draw_position_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const PositionsDesk desk = make_positions_desk(state, commands);
    const PositionsColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    const float top = begin_scroll(ui, "position-choices", area, state) + 16;
    const float y = draw_positions_choices(ui, column, top, desk);
    end_scroll(ui, "position-choices", y + 8, commands);
}

}  // namespace vitrine
