#include "app/views/positions/view.h"

#include "app/state/saved_fields.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/describe.h"
#include "app/views/positions/state.h"

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
        visit("similarity", positions.similarity, Choices<K>{{"dot product", K::dot_product}, {"cosine", K::cosine}});
    }
};

}  // namespace

const Module positions_module{
    .name = "positions",
    .label = "Positions",
    .tip = "how a place becomes numbers (5)",
    .follow = follow_positions,
    .enter = select_position,
    .saved = saved_fields<Fields>(),
    .describe = describe_positions,
};

}  // namespace vitrine
