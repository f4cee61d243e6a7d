/// What people type into Find who know models but not this program: names of tensors, words in any order, typing errors, and things
/// that the program does not have.

#include <doctest/doctest.h>

#include "app/actions/palette.h"
#include "app/actions/palette_commands.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/map/following.h"
#include "tests/app/opened.h"

namespace vitrine::find_names_test {
using namespace vitrine::tests;

namespace {

struct Query {
    const char* typed;
    const char* first;  ///< the title of the first entry; empty: nothing is found
};

PaletteFinds found(State& state, const char* typed, PaletteScope scope = PaletteScope::everything) {
    apply(state, OpenPalette{scope});
    apply(state, SetPaletteText{typed_text(typed)});
    return palette_finds(state);
}

/// Takes the first entry.
void take(State& state, const char* typed, PaletteScope scope = PaletteScope::everything) {
    const auto entries = found(state, typed, scope).entries;
    REQUIRE(!entries.empty());
    CAPTURE(entries.front().title);
    Commands commands;
    perform(entries.front(), state, commands);
    for (const Command& command : commands) apply(state, command);
}

bool is_seen_on_map(const State& state) {
    const auto chosen = chosen_on_map(state);
    return chosen && can_be_made_out(state.of<MapView>(), resting_camera(state.of<MapView>()), *chosen);
}

}  // namespace

TEST_CASE(
    "names of tensors come before everything else, words in any order find the rest, and what the program does not have is not "
    "found") {
    State state = opened("translation");
    const Query queries[] = {
        // Names of tensors and of parameters, whole and in part, as they are and as people write them.
        {"W_Q", "W_Q of encoder.layers.0.self_attn"},
        {"w_k", "W_K of encoder.layers.0.self_attn"},
        {" W_V ", "W_V of encoder.layers.0.self_attn"},
        {"b_Q", "b_Q of encoder.layers.0.self_attn"},
        {"W_O", "transformer.encoder.layers.0.self_attn.out_proj.weight"},
        {"W_Q decoder cross", "W_Q of decoder.layers.0.cross_attn"},
        {"in_proj_weight", "transformer.encoder.layers.0.self_attn.in_proj_weight"},
        {"in_proj_bias", "transformer.encoder.layers.0.self_attn.in_proj_bias"},
        {"encoder.layers.0.self_attn.scores", "encoder.layers.0.self_attn.scores"},
        {"decoder.layers.1.cross_attn.weights", "decoder.layers.1.cross_attn.weights"},
        {"transformer.decoder.layers.1.multihead_attn.in_proj_weight",
         "transformer.decoder.layers.1.multihead_attn.in_proj_weight"},
        {"self_attn.scores", "encoder.layers.0.self_attn.scores"},
        {"masked_scores", "encoder.layers.0.self_attn.masked_scores"},
        {"ENCODER.LAYERS.1.SELF_ATTN.WEIGHTS", "encoder.layers.1.self_attn.weights"},
        {"logits", "logits"},
        {"memory", "memory"},
        {"probabilities", "probabilities"},
        {"fc_out.weight", "fc_out.weight"},
        {"Q", "encoder.layers.0.self_attn.query"},
        {"V", "encoder.layers.0.self_attn.value"},
        // Words and beginnings of words, in any order.
        {"cross weights decoder 1", "decoder.layers.1.cross_attn.weights"},
        {"scores self dec 0", "decoder.layers.0.self_attn.scores"},
        {"weights out_proj enc 0 self", "transformer.encoder.layers.0.self_attn.out_proj.weight"},
        {"theme dark", "Dark theme"},
        {"search beam", "What is beam search?"},
        {"head silence", "Silence this head"},
        // One typing error.
        {"self_atn.scores", "encoder.layers.0.self_attn.scores"},
        {"gradeint", "gradient"},
        {"atention", "Attention"},
        {"positional encodng", "positional encoding"},
        // Words for things that the program does not have.
        {"logit lens", ""},
        {"FLOPs", ""},
        {"flops", ""},
        {"flash attention", ""},
        {"speculative decoding", ""},
        {"LoRA", ""},
        {"quantization", ""},
        {"mixture of experts", ""},
        {"sparse autoencoder", ""},
        {"RLHF", ""},
        {"chain of thought", ""},
        {"retrieval augmented generation", ""},
        {"wandb", ""},
        {"diffusion", ""},
        {"mtx", ""},
        {"eltscr", ""},  // letters of a path, scattered
    };
    for (const Query& query : queries) {
        const std::string typed = query.typed;
        CAPTURE(typed);
        const auto entries = found(state, query.typed).entries;
        const std::string first = entries.empty() ? "" : entries.front().title;
        CAPTURE(first);
        const std::string wanted = query.first;
        CHECK((wanted.empty() ? first.empty() : first.ends_with(wanted)));
    }
}

TEST_CASE("of tensors with the same name, the one of the current attention comes first") {
    State state = opened("translation");
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.scores"});
    CHECK(found(state, "W_K").entries.front().title == "W_K of decoder.layers.1.cross_attn");
    CHECK(found(state, "W_K").entries.size() >= 6);
}

TEST_CASE("a tensor that is chosen in a view that cannot show it is shown in one that can") {
    for (const View view : {View::attention, View::masks, View::positions, View::design, View::generate, View::tokens}) {
        State state = opened("translation");
        apply(state, SetView{view});
        take(state, "fc_out.weight");
        CHECK(state.view == View::tensors);
        CHECK(state.selection.tensor == "fc_out.weight");
        CHECK(state.reveal.contains("tensors/list/fc_out.weight"));
        apply(state, SetView{view});
        take(state, "12:", PaletteScope::steps);  // the feed-forward network, which only the map shows
        CHECK(state.view == View::map);
        CHECK(state.step == 11);
        CHECK(is_seen_on_map(state));
    }
}

TEST_CASE("a view that shows what is chosen stays: the map a tensor that it has, Attention its own") {
    State state = opened("translation");
    take(state, "decoder.layers.1.cross_attn.scores");
    CHECK(state.view == View::map);
    CHECK(is_seen_on_map(state));
    take(state, "in_proj_weight");
    CHECK(state.view == View::tensors);  // a parameter has no place on the map
    take(state, "logits");
    CHECK(state.view == View::tensors);
    apply(state, SetView{View::attention});
    take(state, "decoder.layers.0.self_attn.weights");
    CHECK(state.view == View::attention);
    take(state, "decoder.layers.0.self_attn.query");
    CHECK(state.view == View::tensors);
}

TEST_CASE("a projection that is chosen is shown alone") {
    State state = opened("translation");
    take(state, "W_V");
    CHECK(state.view == View::tensors);
    CHECK(state.selection.tensor == "transformer.encoder.layers.0.self_attn.in_proj_weight");
    REQUIRE(projection_alone(state));
    CHECK(projection_alone(state)->symbol == "W_V");
    take(state, "in_proj_weight");
    CHECK_FALSE(projection_alone(state));
}

TEST_CASE("words that nothing has are named, and too many of them find nothing") {
    State state = opened("translation");
    CHECK(found(state, "take every zebra change").left_out == std::vector<std::string>{"zebra"});
    CHECK(found(state, "zebra cache").entries.empty());
    CHECK(found(state, "zebra stripes head").entries.empty());
}

}  // namespace vitrine::find_names_test
