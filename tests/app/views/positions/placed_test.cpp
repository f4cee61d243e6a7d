/// Positions that turn queries and keys, and positions that are added to scores.

#include "app/views/positions/placed.h"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/state.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/view.h"
#include "tests/app/opened.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::placed_positions_test {
using namespace vitrine::tests;

namespace {

void open_family(State& state, const std::string& family) {
    ModelRequest request;
    request.folder = test_data("goldens/families/" + family);
    request.batch = *request.folder / "batch.json";
    apply(state, ShowRun{make_run(request)});
}

State reading(const std::string& family) {
    State state = new_state();
    open_family(state, family);
    apply(state, SetView{View::positions});
    return state;
}

}  // namespace

TEST_CASE("the buckets of T5 are those of its formula: eight near ones on each side, and the rest share") {
    // transformers' T5Attention._relative_position_bucket for −200 … 200.
    const std::vector<BucketRange> ranges = bucket_ranges({.count = 32, .max_distance = 128, .bidirectional = true});
    const char* before[] = {"itself",       "1 before",     "2 before",     "3 before",     "4 before",     "5 before",
                            "6 before",     "7 before",     "8–11 before",  "12–15 before", "16–22 before", "23–31 before",
                            "32–45 before", "46–63 before", "64–90 before", "91+ before"};
    for (std::size_t bucket = 0; bucket < std::size(before); ++bucket) CHECK(range_words(ranges[bucket]) == before[bucket]);
    CHECK(range_words(ranges[16]) == "no distance");
    CHECK(range_words(ranges[17]) == "1 after");
    CHECK(range_words(ranges[31]) == "91+ after");
    CHECK(range_words(bucket_ranges({.count = 32, .max_distance = 128, .bidirectional = false})[0]) ==
          "itself and all later positions");
}

TEST_CASE("the view opens at the cell that is selected") {
    const auto check = [](const char* family, const std::string& tensor, const Index& cell, std::array<Size, 3> places) {
        State state = new_state();
        open_family(state, family);
        apply(state, SelectCell{tensor, cell});
        apply(state, SetView{View::positions});
        CAPTURE(tensor);
        CHECK(state.selection.tensor == tensor);
        REQUIRE(state.selection.cell);
        CHECK(*state.selection.cell == cell);
        const PositionsView& view = state.of<PositionsView>();
        CHECK(placed_tensors(state)[0].starts_with(tensor.substr(0, tensor.rfind('.'))));
        CHECK(std::array{view.position, view.other, view.pair} == places);
    };
    check("t5", "encoder.layers.1.self_attn.biased_scores", {0, 1, 3, 1}, {3, 1, 0});
    check("t5", "decoder.layers.0.self_attn.biased_scores", {1, 2, 2, 4}, {2, 4, 0});
    State state = reading("llama");
    const PositionsView first = state.of<PositionsView>();
    CHECK(first.position == state.run->batch->target_length() - 1);
    CHECK(first.other < first.position);  // the other comes before it, so that the causal mask lets it be seen
    check("llama", "decoder.layers.1.self_attn.rotated_query", {0, 3, 2, 1}, {2, first.other, 1});
    check("llama", "decoder.layers.0.self_attn.rotated_key", {0, 1, 2, 3}, {first.position, 2, 3});
}

TEST_CASE("what is drawn of a pair is its features before and after turning, by the angle of its place") {
    State state = reading("llama");
    CHECK(positions_page(state.run->model->configuration) == PositionsPage::turned);
    for (Size position = 0; position < 5; ++position) {
        for (Size pair = 0; pair < 4; ++pair) {
            for (Size head = 0; head < 6; ++head) {
                apply(state, SelectHead{head});
                apply(state, ChoosePlaced{position, 2, pair});
                Commands commands;
                const PlacedScene scene = make_placed_scene(state, commands);
                CHECK(scene.query == position);
                const double angle = static_cast<double>(position) * std::pow(10000.0, -static_cast<double>(pair) / 4);
                const double x = scene.at(".query", position, pair), y = scene.at(".query", position, pair + 4);
                CHECK(scene.at(".rotated_query", position, pair) ==
                      doctest::Approx(x * std::cos(angle) - y * std::sin(angle)).epsilon(1e-4));
                CHECK(scene.at(".rotated_query", position, pair + 4) ==
                      doctest::Approx(y * std::cos(angle) + x * std::sin(angle)).epsilon(1e-4));
                // Three heads of queries share one of keys.
                const TensorView keys = state.run->find(scene.path + ".rotated_key");
                CHECK(scene.at(".rotated_key", 2, pair) == keys.at({0, head / 3, 2, pair}));
            }
        }
    }
}

TEST_CASE("the score with its bias is the sum of both, and the bias stands in the table that all layers read") {
    State state = reading("t5");
    for (const Side side : {Side::source, Side::target}) {
        apply(state, SetPositionsSide{side});
        for (const Size layer : {0, 1}) {
            apply(state, SetPositionsLayer{layer});
            for (Size key = 0; key < 4; ++key) {
                apply(state, ChoosePlaced{2, key, 0});
                Commands commands;
                const PlacedScene scene = make_placed_scene(state, commands);
                CHECK(scene.at(".biased_scores", 2, key) ==
                      doctest::Approx(scene.at(".scores", 2, key) + scene.at(".position_bias", 2, key)).epsilon(1e-5));
                const bool encoder = side == Side::source;
                const StacksParameters& stacks = state.run->parameters->transformer;
                const Tensor& table = (encoder ? stacks.encoder : stacks.decoder).relative_positions.weight;
                const Size bucket = relative_bucket(key, 2, {.count = 32, .max_distance = 128, .bidirectional = encoder});
                CHECK(scene.at(".position_bias", 2, key) == static_cast<double>(table.at({bucket, scene.head})));
            }
        }
    }
}

TEST_CASE("whichever model is opened while the view is open, what is chosen is there, and a model of one stack has its side") {
    State state = reading("llama");
    apply(state, ChoosePlaced{100, 100, 100});
    for (const char* family : {"t5", "bert", "bart", "marian", "gpt2", "qwen2", "t5", "llama"}) {
        CAPTURE(family);
        open_family(state, family);
        const Configuration& c = state.run->model->configuration;
        const PositionsView& view = state.of<PositionsView>();
        CHECK(view.position < shown_positions(state));
        CHECK(view.other < shown_positions(state));
        if (!c.has_encoder()) CHECK(view.side == Side::target);
        if (!c.has_decoder()) CHECK(view.side == Side::source);
        CHECK(positions_module.lacks(state).empty());
    }
}

TEST_CASE("a learned table with an offset shows the row that a position has, and no more positions than it has rows for") {
    const State state = reading("bart");
    const Configuration& c = state.run->model->configuration;
    REQUIRE(c.position_offset == 2);
    const auto table = position_table(state, PositionKind::learned);
    const Tensor& rows = learned_positions(*state.run, Side::source);
    for (Size f = 0; f < c.d_model; ++f) CHECK(table->encoding.at({3, f}) == rows.at({5, f}));
    CHECK(position_counts(state).back() <= rows.size(0) - 2);
}

TEST_CASE("sines first: every feature is a sine or cosine of the same angles as in the paper's order") {
    const Counted checks(50);
    State state = reading("marian");
    Commands commands;
    const PositionsScene scene = make_positions_scene(state, commands);
    const Size width = scene.width, half = width / 2;
    const auto table = scene.table(PositionKind::sines_first);
    for (Size p = 0; p < 6; ++p) {
        for (Size f = 0; f < width; ++f) {
            const double angle =
                static_cast<double>(p) / std::pow(10000.0, 2.0 * static_cast<double>(f % half) / static_cast<double>(width));
            const double expected = f < half ? std::sin(angle) : std::cos(angle);
            CHECK(static_cast<double>(table->encoding.at({p, f})) == doctest::Approx(expected).epsilon(1e-4));
            CHECK(scene.wave_of(f).at(static_cast<double>(p)) == doctest::Approx(expected).epsilon(1e-4));
            CHECK(scene.from_turn(scene.in_turn(f)) == f);
        }
    }
}

}  // namespace vitrine::placed_positions_test
