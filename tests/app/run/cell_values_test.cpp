#include "app/run/cell_values.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/altered_list.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/session/describe.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/words/alterations.h"
#include "core/pass/transformer.h"
#include "tests/app/opened.h"

namespace vitrine::cell_editing_test {
using namespace vitrine::tests;

namespace {

const std::string scores = "encoder.layers.0.self_attn.scores", w1 = "transformer.encoder.layers.0.linear1.weight";

void act(State& state, const Command& command) {
    vitrine::apply(state, command);
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

/// Selects a cell and types a text over it.
void write(State& state, const std::string& path, const Index& cell, const std::string& text) {
    apply(state, SelectCell{path, cell});
    apply(state, TypeCell{});
    apply(state, SetFieldText{typed_text(text)});
    act(state, TakeField{});
}

std::optional<double> read(const State& state, const std::string& path, const char* typed) {
    return read_value(*state.run, path, typed).value;
}

}  // namespace

TEST_CASE("a number is whatever one writes as one, also NaN and infinity; nonsense is refused in a line") {
    const State state = opened("navigation");
    CHECK(read(state, scores, "0.25") == 0.25);
    CHECK(read(state, scores, "+3") == 3.0);
    CHECK(read(state, scores, "−1e-3") == -1e-3);
    CHECK(read(state, scores, "-inf") == -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(*read(state, scores, "nan")));
    for (const char* nonsense : {"", "+", "+-1", "0,5", "1 2", "three", "0x", "1e"}) {
        CAPTURE(nonsense);
        CHECK_FALSE(read(state, scores, nonsense));
    }
    CHECK(read_value(*state.run, scores, "0,5").problem == "“0,5” is not a number: write one like 0.25 or −1e-3, nan, or inf.");
    CHECK(read_value(*state.run, scores, "1e39").problem ==
          "“1e39” is too large for the numbers of this run, at most ±3.4e+38; inf is infinity.");
    CHECK(read_value(*state.run, scores, "1e999").problem.starts_with("“1e999” is too large"));
}

TEST_CASE("ids are typed as words or as ids of their side's vocabulary, masks as 0 and 1") {
    const State state = opened("navigation");
    CHECK(read(state, "src.tokens", "mois") == 4.0);
    CHECK(read(state, "src.tokens", "5") == 5.0);
    CHECK_FALSE(read(state, "src.tokens", "6"));
    CHECK(read(state, "tgt.tokens", "6") == 6.0);
    CHECK(read_value(*state.run, "src.tokens", "month").problem ==
          "“month” is neither a token of the vocabulary nor an id from 0 to 5.");
    CHECK(read(state, "encoder.layers.0.self_attn.mask", "0") == 0.0);
    CHECK_FALSE(read(state, "encoder.layers.0.self_attn.mask", "0.5"));
}

TEST_CASE("a cell that is written over holds the number, the run goes on from there, and undo takes it back") {
    State state = opened("navigation");
    const auto plain = state.run;
    write(state, scores, {0, 1, 2, 0}, "2.5");
    CHECK_FALSE(state.field);
    CHECK(state.run->find(scores).at({0, 1, 2, 0}) == 2.5);
    CHECK(alteration_of(*state.run, scores) == Alteration::by_hand);
    CHECK(alteration_of(*state.run, "logits") == Alteration::follows);
    CHECK(state.run->written.at(scores) == std::vector<Index>{{0, 1, 2, 0}});
    CHECK(state.history.undo_words() == "set " + scores + "[0, 1, 2, 0] to 2.5");
    const Model& model = *plain->model;
    const Interventions by_hand{.overwrites = {{scores, {0, 1, 2, 0}, 2.5}}};
    Activations expected;
    forward({model.configuration, model.parameters, model.batch, {}, &by_hand}, expected);
    const Trace trace = make_trace(plain->trace.outline, expected);
    CHECK(state.run->find("logits").at({0, 4, 3}) == trace.find("logits").at({0, 4, 3}));
    act(state, Undo{});
    CHECK(state.run == plain);
    act(state, Redo{});
    CHECK(state.run->find(scores).at({0, 1, 2, 0}) == 2.5);
}

TEST_CASE("a parameter is written over, and everything that reads it follows") {
    State state = opened("navigation");
    write(state, w1, {3, 2}, "-1.5");
    CHECK(state.run->find(w1).at({3, 2}) == -1.5);
    CHECK(state.run->written.at(w1).size() == 1);
    CHECK(alteration_of(*state.run, w1) == Alteration::by_hand);
    CHECK(is_changed(*state.run, w1, {3, 2}));
    CHECK_FALSE(is_changed(*state.run, w1, {3, 1}));
    CHECK(alteration_of(*state.run, "encoder.layers.0.ffn.linear1") == Alteration::follows);
    act(state, Undo{});
    CHECK(state.run->find(w1).at({3, 2}) != -1.5);
}

TEST_CASE("NaN spreads to whatever it reaches and is taken back with one click") {
    State state = opened("navigation");
    write(state, "encoder.layers.0.self_attn.query", {0, 0, 0, 0}, "nan");
    CHECK(std::isnan(state.run->find("encoder.layers.0.self_attn.query").at({0, 0, 0, 0})));
    CHECK(std::isnan(state.run->find("logits").at({0, 0, 0})));
    CHECK_FALSE(std::isnan(state.run->find("logits").at({1, 0, 0})));
    const auto things = altered_things(state);
    REQUIRE(things.size() == 1);
    CHECK(things[0].text == "self_attn.query[0, 0, 0, 0] in encoder layer 1 is set to NaN");
    act(state, SetEdits{things[0].without, "take it back"});
    CHECK_FALSE(std::isnan(state.run->find("logits").at({0, 0, 0})));
    CHECK(altered_things(state).empty());
}

TEST_CASE("a second number in a cell takes the place of the first, also where one was written to keys and one to their view") {
    State state = opened("navigation");
    const std::string key = "encoder.layers.0.self_attn.key";
    write(state, key, {0, 1, 2, 0}, "4");
    write(state, key + "_transposed", {0, 1, 0, 2}, "5");
    REQUIRE(state.edits.interventions.overwrites.size() == 1);
    CHECK(state.run->find(key).at({0, 1, 2, 0}) == 5);
    CHECK(state.run->written.at(key) == std::vector<Index>{{0, 1, 2, 0}});
    CHECK(state.run->written.at(key + "_transposed") == std::vector<Index>{{0, 1, 0, 2}});
}

TEST_CASE("the number that is there already alters nothing, and nonsense leaves the field open") {
    State state = opened("navigation");
    apply(state, SelectCell{scores, {0, 0, 0, 0}});
    apply(state, TypeCell{});
    REQUIRE(state.field);
    CHECK(static_cast<Scalar>(std::stod(state.field->text.text)) == static_cast<Scalar>(state.run->find(scores).at({0, 0, 0, 0})));
    act(state, TakeField{});
    CHECK_FALSE(state.field);
    CHECK(state.edits.empty());
    apply(state, TypeCell{});
    apply(state, SetFieldText{typed_text("much")});
    act(state, TakeField{});
    REQUIRE(state.field);
    CHECK_FALSE(state.field->problem.empty());
    CHECK(state.edits.empty());
    apply(state, SelectCell{scores, {0, 0, 0, 1}});
    CHECK_FALSE(state.field);
}

TEST_CASE("the words of a token and the two values of a mask are what their fields begin with") {
    const State state = opened("navigation");
    CHECK(typed_value(*state.run, "src.tokens", {0, 1}) == "suis");
    CHECK(typed_value(*state.run, "encoder.layers.0.self_attn.mask", {1, 0, 0, 2}) == "0");
}

TEST_CASE("everything that is altered is listed with what is left without it") {
    State state = opened("navigation");
    act(state, EditBatch{EraseToken{{BatchSide::source, 0, 2}}});
    write(state, scores, {0, 0, 0, 0}, "1");
    act(state, SilenceHead{"encoder.layers.0.self_attn", 1, true});
    const auto things = altered_things(state);
    REQUIRE(things.size() == 3);
    CHECK(things[0].name == "sentences");
    CHECK(things[1].name == "overwrite/0");
    CHECK(things[2].text == "head 2 of self-attention in encoder layer 1 is silenced");
    act(state, SetEdits{things[0].without, "back"});
    CHECK(state.run->batch->source_length() == 3);
    CHECK(state.edits.interventions.overwrites.size() == 1);
    CHECK(state.edits.interventions.silenced.size() == 1);
}

}  // namespace vitrine::cell_editing_test
