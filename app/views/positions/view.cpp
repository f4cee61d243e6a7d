#include "app/views/positions/view.h"

#include <algorithm>
#include <cmath>

#include "app/compare/comparing.h"
#include "app/frame/batch/batch.h"
#include "app/frame/inspector/inspector.h"
#include "app/panel/measures.h"
#include "app/state/arrows.h"
#include "app/state/begins_anew.h"
#include "app/state/saved_fields.h"
#include "app/views/positions/commands.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& positions = state.template of<PositionsView>();
        visit("side", positions.side, Choices<Side>{{"source", Side::source}, {"target", Side::target}});
        using P = PositionsShown;
        visit("positions", positions.shown, Choices<P>{{"sinusoidal", P::sinusoidal}, {"learned", P::learned}, {"both", P::both}});
        visit("position_count", positions.positions);
        visit("feature", positions.feature);
        visit("position", positions.position);
        visit("other_position", positions.other);
        using K = SimilarityKind;
        visit("position_layer", positions.layer);
        visit("position_pair", positions.pair);
        visit("similarity", positions.similarity, Choices<K>{{"dot product", K::dot_product}, {"cosine", K::cosine}});
    }
};

void read_fields(State& state, const FieldReader& reader) {
    if (state.of<BeginsAnew>().now) state.of<PositionsView>() = {};
    saved_fields<Fields>().read(state, reader);
}

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height},
        {Place::left, draw_position_choices},
        {Place::centre, draw_positions},
        {Place::right, draw_inspector},
        {Place::overlay, draw_field_choices},
    };
    return list;
}

/// In a narrow window, the choices stay, but there is no inspector, since it only repeats the picture's number.
WindowMeasures positions_measures(const State&, float width, float height) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(width * 0.18f), 248.0f, 272.0f);
    return {left, width < width_for_three ? width : width - right_width(width), height};
}

}  // namespace

const Module positions_module{
    .name = "positions",
    .label = "Positions",
    .tip = "how the model knows positions (8)",
    .also = "positional encoding sine",
    .lacks = [](const State& state) -> std::string {
        if (!has_lone_attention(state)) {
            const bool told = !state.run || positions_page(state.run->model->configuration) != PositionsPage::none;
            return told ? ""
                        : "This model has no positional information: nothing is added to embeddings, no query is rotated, and no "
                          "score gets a bias for a distance. Only its masks depend on the order of tokens.";
        }
        return "This is an attention alone and has no positional encoding: its inputs are given vectors, which may already contain "
               "positions.";
    },
    .follow = follow_positions,
    .panels = panels,
    .measures = positions_measures,
    .keys = {.press =
                 [](std::string_view key, const State&, std::string& focus, Commands& commands) {
                     if (focus.empty()) move_by_arrow<MovePosition>(key, commands);
                 }},
    .saved = {.write = saved_fields<Fields>().write, .read = read_fields},
    .describe = describe_positions,
};

}  // namespace vitrine
