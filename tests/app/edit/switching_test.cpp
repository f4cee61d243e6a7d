#include "app/edit/switching.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "core/pass/transformer.h"
#include "tests/app/opened.h"

namespace vitrine::switching_test {
using namespace vitrine::tests;

namespace {

const std::string attention = "encoder.layers.0.self_attn", ffn = "encoder.layers.0.ffn", layer = "encoder.layers.0";

void act(State& state, const Command& command) {
    vitrine::apply(state, command);
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

/// Whether two tensors of a run hold the same numbers.
bool same(const Run& run, const std::string& a, const std::string& b) {
    const TensorView first = run.find(a), second = run.find(b);
    for (Size cell = 0; cell < first.layout.count(); ++cell) {
        if (first.at(index_of(first.layout, cell)) != second.at(index_of(second.layout, cell))) return false;
    }
    return first.present() && second.present();
}

constexpr SwitchedPart sublayer = SwitchedPart::sublayer, residual = SwitchedPart::residual;

}  // namespace

TEST_CASE("a sublayer that is off leaves x as it is; a residual that is off leaves what the sublayer makes") {
    State state = opened("navigation");
    act(state, SwitchOff{{sublayer, attention}, true});
    CHECK(same(*state.run, layer + ".residual1", "src.sum"));
    CHECK(state.history.undo_words() == "switch self-attention in encoder layer 1 off");
    act(state, Undo{});
    act(state, SwitchOff{{residual, attention}, true});
    CHECK(same(*state.run, layer + ".residual1", attention + ".output"));
    act(state, SwitchOff{{residual, attention}, false});
    CHECK(state.edits.empty());
}

TEST_CASE("of a sublayer and its residual one stays") {
    State state = opened("navigation");
    act(state, SwitchOff{{sublayer, ffn}, true});
    act(state, SwitchOff{{residual, ffn}, true});
    CHECK(is_off(*state.run, state.edits, {residual, ffn}));
    CHECK_FALSE(is_off(*state.run, state.edits, {sublayer, ffn}));
    act(state, SwitchOff{{SwitchedPart::layer, layer}, true});
    CHECK(state.edits.interventions.skipped_residuals.empty());
    CHECK(state.message.empty());
}

TEST_CASE("a layer that is off lets x through: what comes out of it went in") {
    State state = opened("navigation");
    const Switch whole{SwitchedPart::layer, layer};
    act(state, SwitchOff{whole, true});
    CHECK(is_off(*state.run, state.edits, whole));
    CHECK(is_off(*state.run, state.edits, {sublayer, attention}));
    CHECK(same(*state.run, layer + ".residual2", "src.sum"));
    act(state, SwitchOff{{sublayer, ffn}, false});
    CHECK_FALSE(is_off(*state.run, state.edits, whole));
    act(state, Undo{});
    act(state, SwitchOff{whole, false});
    CHECK(state.edits.empty());
}

TEST_CASE("a switch is found by its block or by what that adds, and only where there is one") {
    const State state = opened("navigation");
    CHECK(sublayer_of(*state.run, attention) == attention);
    for (const Block& block : state.run->outline().blocks) {
        CAPTURE(block.id);
        const bool in_layer = block.layer >= 0;
        if (!in_layer) CHECK(sublayer_of(*state.run, block.id).empty());
        if (block.id.find(".residual") != std::string::npos) CHECK_FALSE(sublayer_of(*state.run, block.id).empty());
    }
    CHECK(sublayers_of(*state.run, "decoder.layers.0").size() == 3);
    CHECK(sublayers_of(*state.run, "decoder.layers.7").empty());
    CHECK_FALSE(has_switch(*state.run, {sublayer, "encoder.layers.0.norm1"}));
    CHECK(words_of(*state.run, {SwitchedPart::layer, "decoder.layers.0"}) == "decoder layer 1");
}

}  // namespace vitrine::switching_test
