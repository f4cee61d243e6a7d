/// What is said about a sentence that Generate has put into the batch, and how the batch is restored.

#include "app/edit/generated_batch.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/compare/commands.h"
#include "app/edit/commands.h"
#include "app/shell/script/stage.h"
#include "app/widgets/input.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::generated_batch_test {
using namespace vitrine::tests;

namespace {

std::string said(const State& state) {
    const GeneratedSentence* sentence = generated_sentence(state);
    return sentence ? generated_words(*sentence) : "";
}

void go_back(State& state) { act(state, SetEdits{without_generated(state), "back to the batch"}); }

}  // namespace

TEST_CASE("a token chosen in Generate is named in every view, and the batch can be restored") {
    State state = generating();
    CHECK(said(state).empty());
    const std::string before = target(state);
    choose(state, "Je");
    CHECK(said(state) == "Sentence 1 is from Generate: “Je”, 1 token");
    choose(state, "Je suis");
    CHECK(said(state) == "Sentence 1 is from Generate: “Je suis”, 2 tokens");
    CHECK(labels(state) == "Je suis");
    for (const Module* view : views(state.modules)) {
        act(state, SetView{View{view->name}});
        CHECK(said(state) == "Sentence 1 is from Generate: “Je suis”, 2 tokens");
    }
    go_back(state);
    CHECK(said(state).empty());
    CHECK(target(state) == before);
    act(state, Undo{});
    CHECK(said(state) == "Sentence 1 is from Generate: “Je suis”, 2 tokens");
}

TEST_CASE("restoring the batch keeps earlier changes and other kinds of changes") {
    State state = generating();
    const std::int32_t word = target_word(state, "un");
    act(state, EditBatch{ReplaceToken{{BatchSide::target, 0, 1}, word}});
    const std::string own = target(state);
    choose(state, "Je suis");
    act(state, SilenceHead{cross, 1, true});
    CHECK(said(state) == "Sentence 1 is from Generate: “Je suis”, 2 tokens");
    go_back(state);
    CHECK(target(state) == own);
    CHECK(state.edits.interventions.silenced.size() == 1);
}

TEST_CASE("of several generated sentences the shown one is named, and one step restores all of them") {
    State state = generating();
    const std::string first = target(state);
    choose(state, "Je suis");
    act(state, SelectSentence{1});
    choose(state, "Il est un");
    CHECK(said(state) == "Sentence 2 is from Generate: “Il est un”, 3 tokens");
    act(state, SelectSentence{0});
    CHECK(said(state) == "Sentence 1 is from Generate: “Je suis”, 2 tokens");
    act(state, SelectSentence{2});
    CHECK(said(state) == "Sentence 2 is from Generate: “Il est un”, 3 tokens");
    go_back(state);
    CHECK_FALSE(state.edits.batch);
    act(state, SelectSentence{0});
    CHECK(target(state) == first);
}

TEST_CASE("a sentence edited by hand is not called generated, and A of a comparison keeps its own") {
    State state = generating();
    choose(state, "Je suis");
    act(state, PinRun{});
    act(state, ShowSide{ComparedSide::a});
    CHECK(said(state).empty());
    act(state, ShowSide{ComparedSide::b});
    CHECK_FALSE(said(state).empty());
    act(state, UnpinRun{});
    act(state, EditBatch{ReplaceToken{{BatchSide::target, 0, 1}, target_word(state, "un")}});
    CHECK(said(state).empty());
}

TEST_CASE("choosing a token moves nothing under the pointer") {
    for (const auto& [width, height] : {std::pair{1280, 800}, {1366, 768}, {1600, 1000}}) {
        Stage stage(sample("translation"), {.width = width, .height = height});
        Input input;
        stage.application().command(SetView{View::generate});
        stage.settle(input);
        const int chosen = node_of(stage.state(), "Je");
        const auto area_of_chosen = [&] {
            const Anchor* card = stage.record().find(fmt::format("generate/node/{}", chosen));
            REQUIRE(card);
            return card->area;
        };
        const Rect before = area_of_chosen();
        stage.application().command(ChooseWord{chosen});
        stage.settle(input);
        REQUIRE(generated_sentence(stage.state()));
        CHECK(area_of_chosen().min.x == before.min.x);
        CHECK(area_of_chosen().min.y == before.min.y);
    }
}

}  // namespace vitrine::generated_batch_test
