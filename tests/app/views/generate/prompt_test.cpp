/// A decoder alone: which part of a sentence is the prompt, and which was generated.

#include <algorithm>
#include <memory>

#include <doctest/doctest.h>

#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/views/generate/cache_size.h"
#include "app/views/generate/candidates.h"
#include "core/io/open_model.h"
#include "tests/app/opened.h"
#include "tests/app/views/generate/decoded.h"
#include "tests/test_data.h"

namespace vitrine::prompt_test {
using namespace vitrine::tests;

namespace {

State generating_family(const std::string& family, GenerationRules rules = {}) {
    ModelRequest request;
    request.folder = test_data("goldens/families/" + family);
    request.batch = *request.folder / "batch.json";
    auto model = std::make_shared<Model>(open_model(request));
    if (!rules.forbidden.empty()) model->rules.forbidden = rules.forbidden;
    State state = new_state();
    apply(state, ShowRun{make_run(std::shared_ptr<const Model>(model))});
    apply(state, SelectSentence{2});
    act(state, SetView{View::generate});
    act(state, changed_options(state, [](DecodeOptions& options) {
            options.strategy = Strategy::greedy;
            options.max_new_tokens = 8;
        }));
    return state;
}

Sentence tokens_of_best(const State& state) { return generation_of(state).hypotheses.front().tokens; }

Sentence row_of(const State& state) {
    const IndexTensor& tokens = state.run->batch->tgt;
    const Size length = sentence_length(*state.run->batch, state.run->model->configuration, BatchSide::target, 2);
    return {&tokens.at({2, 0}), &tokens.at({2, 0}) + length};
}

}  // namespace

TEST_CASE("a decoder alone goes on with the sentence, as transformers does, and the words before it stand first") {
    const State state = generating_family("gpt2");
    CHECK(decoding_question(state)->source == Sentence{245, 224});
    CHECK(tokens_of_best(state) == Sentence{245, 224, 211, 211, 211, 265, 72, 72, 72, 72});
    CHECK(last_given(generation_of(state)) == 1);
    CHECK(words_to(state, 1).empty());
}

TEST_CASE("a word that was generated shows its run, and the prompt stays what it was") {
    State state = generating_family("gpt2");
    int node = generation_of(state).hypotheses.front().node;
    for (int i = 0; i < 5; ++i) node = node_at(state, node).parent;
    act(state, ChooseWord{node});
    CHECK(row_of(state) == Sentence{245, 224, 211, 211});
    CHECK(decoding_question(state)->source == Sentence{245, 224});
    CHECK(shown_node(state) == node);
    act(state, MoveWord{TreeMove::before});
    act(state, MoveWord{TreeMove::before});
    act(state, MoveWord{TreeMove::before});
    CHECK(shown_node(state) == last_given(generation_of(state)));
    CHECK(decoding_question(state)->source == Sentence{245, 224});
    act(state, Undo{});
    CHECK(row_of(state) == Sentence{245, 224});
    CHECK(decoding_question(state)->source == Sentence{245, 224});
}

TEST_CASE("a word of the prompt that is changed makes another prompt, and what was generated before stays no part of it") {
    State state = generating_family("gpt2");
    int node = generation_of(state).hypotheses.front().node;
    for (int i = 0; i < 5; ++i) node = node_at(state, node).parent;
    act(state, ChooseWord{node});
    act(state, EditBatch{ReplaceToken{{BatchSide::target, 2, 0}, 30}});
    CHECK(row_of(state) == Sentence{30, 224, 211, 211});
    CHECK(decoding_question(state)->source == Sentence{30, 224});
}

TEST_CASE("a forbidden word stands where its logit places it, is not left, and a click does not force it") {
    State state = generating_family("gpt2", {.forbidden = {{211}}});
    state.of<GenerateView>().node = last_given(generation_of(state));
    Commands commands;
    const GenerateScene scene = make_generate_scene(state, commands);
    const NextWords words = next_words(scene);
    REQUIRE(words.all.front().token == 211);
    CHECK(words.is_forbidden(0));
    CHECK_FALSE(words.is_left(0));
    CHECK(words.left == 2);
    CHECK(words.is_taken(1));
    CHECK(note_of(words, 0).back().find("forbidden") != std::string::npos);
    act(state, ForceWord{scene.asking, 211});
    CHECK(state.of<GenerateView>().options.forced.empty());
}

TEST_CASE("the cache has two rows for each word, layer and key head, and heads that share keys save the rest") {
    const State state = generating_family("llama");
    const Decoded& decoded = *decoded_of(state);
    const CacheBytes bytes = cache_bytes(decoded, asking_node(state));
    CHECK(bytes.kept == 9 * 2 * 2 * 2 * 8 * 4);  // words, layers, key and value, key heads, features, bytes
    CHECK(bytes.ungrouped == 3 * bytes.kept);
    CHECK(bytes.source == 0);
    double numbers = 0;
    for (const auto& layers : decoded.generation.prompt_rows) {
        for (const CacheRow& row : layers) numbers += static_cast<double>(row.key.size() + row.value.size());
    }
    for (const int place : path_to(decoded.generation, asking_node(state))) {
        const StepRow* row = place < last_given(decoded.generation) ? nullptr : row_after(decoded.generation, place);
        if (!row) continue;
        for (const CacheRow& one : row->added) numbers += static_cast<double>(one.key.size() + one.value.size());
    }
    CHECK(bytes.kept == numbers * sizeof(Scalar));
}

TEST_CASE("an encoder alone generates nothing, and is open beside an answer of another model without harm") {
    State state = generating_family("gpt2");
    ModelRequest request;
    request.folder = test_data("goldens/families/bert");
    request.batch = *request.folder / "batch.json";
    act(state, ShowRun{make_run(request)});
    CHECK_FALSE(decoding_question(state));
    CHECK(decoded_of(state) == nullptr);
    const std::string why = why_nothing_generated(state.run.get());
    CHECK(why.find("encoder alone") != std::string::npos);
    // The block that it sends to is in the map, and its output are the probabilities that predictions are taken from.
    const auto& blocks = state.run->outline().blocks;
    const auto named =
        std::ranges::find_if(blocks, [&](const Block& block) { return why.find("“" + block.title + "”") != std::string::npos; });
    REQUIRE(named != blocks.end());
    CHECK(named->output == "probabilities");
}

}  // namespace vitrine::prompt_test
