#include "app/state/state.h"

#include <cmath>
#include <limits>
#include <memory>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/positions.h"
#include "app/session/describe.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/state.h"
#include "core/io/open_model.h"
#include "core/model/initialisation.h"
#include "tests/app/opened.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::positions_view_test {
using namespace vitrine::tests;

namespace {

State reading(const char* name) {
    State state = opened(name);
    apply(state, SetView{View::positions});
    return state;
}

ModelRequest learned_model() {
    ModelRequest request;
    request.folder = test_data("goldens/prenorm-gelu-tied");
    return request;
}

State reading_learned() {
    State state = new_state();
    apply(state, ShowRun{make_run(learned_model())});
    apply(state, SetView{View::positions});
    return state;
}

/// Shows as many positions as possible.
void ask_for_most(State& state) { apply(state, SetPositionCount{1000}); }

}  // namespace

TEST_CASE("the view opens on the model's own encoding, with a wave that is seen whole, and leaves the selection as it is") {
    const State state = reading("translation");
    CHECK(state.of<PositionsView>().shown == PositionsShown::sinusoidal);
    CHECK(state.of<PositionsView>().side == Side::source);
    const PositionWave wave{state.of<PositionsView>().feature, 32};
    CHECK(wave.wavelength() <= static_cast<double>(shown_positions(state)));
    CHECK(state.selection.tensor == "src.embedding");
    CHECK(!state.selection.cell);
    CHECK(reading_learned().of<PositionsView>().shown == PositionsShown::learned);
}

TEST_CASE("a selected cell of the positions is the place that is read, on its side") {
    State state = reading("translation");
    apply(state, SelectCell{"tgt.positions", {3, 9}});
    CHECK(state.of<PositionsView>().side == Side::target);
    CHECK(state.of<PositionsView>().position == 3);
    CHECK(state.of<PositionsView>().feature == 9);
    apply(state, SelectCell{"src.sum", {0, 1, 2}});  // a cell of another tensor changes nothing
    CHECK(state.of<PositionsView>().position == 3);
    CHECK(state.of<PositionsView>().feature == 9);
}

TEST_CASE("what the run has recorded is selected; of what it has not, the tensor") {
    State state = reading("translation");
    const Size recorded = recorded_positions(state);
    apply(state, ChoosePosition{recorded - 1, 7});
    CHECK((state.selection.cell == Index{recorded - 1, 7}));
    apply(state, ChoosePosition{recorded, 7});
    CHECK(!state.selection.cell);
    CHECK(state.selection.tensor == "src.positions");
    CHECK(state.of<PositionsView>().position == recorded);
    apply(state, MovePosition{-1, 1});
    CHECK((state.selection.cell == Index{recorded - 1, 8}));
    apply(state, SetPositionsShown{PositionsShown::learned});  // this model does not have this table
    CHECK(!state.selection.cell);
    apply(state, SetPositionsShown{PositionsShown::both});
    CHECK((state.selection.cell == Index{recorded - 1, 8}));
}

TEST_CASE("positions and features stay within what is shown") {
    State state = reading("translation");
    apply(state, MovePosition{-1000, -1000});
    CHECK(state.of<PositionsView>().position == 0);
    CHECK(state.of<PositionsView>().feature == 0);
    apply(state, MovePosition{1000, 1000});
    CHECK(state.of<PositionsView>().position == shown_positions(state) - 1);
    CHECK(state.of<PositionsView>().feature == 31);
    apply(state, ChoosePositionPair{-4, 5000});
    CHECK(state.of<PositionsView>().position == 0);
    CHECK(state.of<PositionsView>().other == shown_positions(state) - 1);
    apply(state, SetPositionCount{-1});
    CHECK(shown_positions(state) == recorded_positions(state));
    CHECK(state.of<PositionsView>().other == recorded_positions(state) - 1);
}

TEST_CASE("the numbers of positions rise from the batch's own, and a learned table that is shown ends them") {
    const State formula = reading("translation");
    CHECK(position_counts(formula).front() == recorded_positions(formula));
    CHECK(position_counts(formula).back() > 100);
    State table = reading_learned();
    const Size rows = table.run->model->configuration.max_positions;
    CHECK(position_counts(table).back() == rows);
    ask_for_most(table);
    CHECK(shown_positions(table) == rows);
    CHECK(position_table(table, PositionKind::learned)->encoding.size(0) == rows);
    apply(table, SetPositionsShown{PositionsShown::both});
    CHECK(position_table(table, PositionKind::sinusoidal)->encoding.size(0) == rows);
    apply(table, SetPositionsShown{PositionsShown::sinusoidal});  // no table in sight: the formula has no end
    CHECK(position_counts(table).back() > rows);
}

TEST_CASE("of a very long table no more is shown than of a formula, and tables of other lengths are forgotten") {
    auto model = std::make_shared<Model>();
    Configuration& c = model->configuration;
    c.d_model = c.dim_feedforward = 4;
    c.nhead = 1;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    c.positions = PositionKind::learned;
    c.max_positions = 5000;
    model->parameters = initialise(c, {});
    model->batch.src.resize({1, 3});
    model->batch.tgt.resize({1, 3});
    model->batch.src.fill(5);
    model->batch.tgt.fill(6);
    State state = new_state();
    apply(state, ShowRun{make_run(std::shared_ptr<const Model>(model))});
    apply(state, SetView{View::positions});
    REQUIRE(learned_positions(*state.run, Side::source).size(0) == 5000);
    const std::weak_ptr<const PositionTable> few = position_table(state, PositionKind::learned);
    CHECK(!few.expired());
    ask_for_most(state);
    CHECK(shown_positions(state) == 128);
    CHECK(position_table(state, PositionKind::learned)->similarity.dot_product.size(1) == 128);
    CHECK(few.expired());
}

TEST_CASE("a table of three rows shows three, though more are asked for") {
    const State state = reading("by-hand");
    CHECK(state.of<PositionsView>().positions > 3);
    CHECK(shown_positions(state) == 3);
}

TEST_CASE("the model's own encoding is what the run has recorded, and goes on as its formula or table does") {
    const Counted checks(100);
    for (State state : {reading("translation"), reading_learned()}) {
        const PositionKind own = state.run->model->configuration.positions;
        for (const Side side : {Side::source, Side::target}) {
            apply(state, SetPositionsSide{side});
            const auto table = position_table(state, own);
            const TensorView recorded = state.run->trace.find(positions_tensor(side));
            const Size width = table->encoding.size(1);
            const Tensor expected = own == PositionKind::learned ? learned_positions(*state.run, side)
                                                                 : sinusoidal_encoding(shown_positions(state), width);
            for (Size p = 0; p < table->encoding.size(0); ++p) {
                for (Size f = 0; f < width; ++f) {
                    CHECK(table->encoding.at({p, f}) == expected.at({p, f}));
                    if (p < recorded.layout.shape[0]) CHECK(recorded.at({p, f}) == static_cast<double>(table->encoding.at({p, f})));
                }
            }
        }
    }
}

TEST_CASE("beside sines and cosines stands a table as it is drawn with seed 1") {
    const State state = reading("translation");
    const auto table = position_table(state, PositionKind::learned);
    const Tensor drawn = draw_positions(shown_positions(state), 32, 1);
    REQUIRE(table->encoding.count() == drawn.count());
    for (Size i = 0; i < drawn.count(); ++i) CHECK(table->encoding.data()[i] == drawn.data()[i]);
}

TEST_CASE("a table is worked out once for a run, and the dot products by distance go through those of its rows") {
    const State state = reading("translation");
    const auto table = position_table(state, PositionKind::sinusoidal);
    CHECK(position_table(state, PositionKind::sinusoidal) == table);
    const State other = reading("translation");
    CHECK(position_table(other, PositionKind::sinusoidal)->generation != table->generation);
    for (Size k = 0; k < shown_positions(state); ++k) {
        CHECK(table->by_distance[static_cast<std::size_t>(k * distances_per_position)] ==
              doctest::Approx(static_cast<double>(table->similarity.dot_product.at({0, k}))).epsilon(1e-5));
    }
}

TEST_CASE("a table that is no longer finite says so, and its finite numbers keep their scale") {
    auto model = std::make_shared<Model>(open_model(learned_model()));
    model->parameters.src_positions.weight.at({1, 2}) = std::numeric_limits<Scalar>::quiet_NaN();
    State state = new_state();
    apply(state, ShowRun{make_run(std::shared_ptr<const Model>(model))});
    apply(state, SetView{View::positions});
    const auto table = position_table(state, PositionKind::learned);
    CHECK(!table->finite);
    CHECK(std::isnan(table->encoding.at({1, 2})));
    CHECK(std::isfinite(table->largest));
    CHECK(std::isfinite(table->largest_product));
    apply(state, SetPositionsSide{Side::target});
    CHECK(position_table(state, PositionKind::learned)->finite);
}

TEST_CASE("another model keeps the view and begins anew with its own encoding") {
    State state = reading("translation");
    apply(state, ChoosePosition{15, 31});
    apply(state, ShowRun{make_run(learned_model())});
    CHECK(state.view == View::positions);
    CHECK(state.of<PositionsView>().shown == PositionsShown::learned);
    CHECK(state.of<PositionsView>().feature < 24);
}

TEST_CASE("the state says what of the positions is read") {
    State state = reading("translation");
    apply(state, SetSimilarity{SimilarityKind::cosine});
    apply(state, SetPositionsShown{PositionsShown::both});
    apply(state, SetPositionsSide{Side::target});
    apply(state, ChoosePosition{8, 6});
    const auto json = to_json(state)["positions"];
    CHECK(json["side"] == "target");
    CHECK(json["shown"] == "both");
    CHECK(json["similarity"] == "cosine");
    CHECK(json["position"] == 8);
    CHECK(json["feature"] == 6);
    CHECK(json["count"] == 20);
    CHECK(to_json(new_state())["positions"].is_null());
}

}  // namespace vitrine::positions_view_test
