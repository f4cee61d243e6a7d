/// Which next word is named for a word of the decoder's input: the label, or else the prediction. Nothing else has a next word.

#include "app/words/next_word.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/run/picture.h"
#include "app/run/run.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"

namespace vitrine::next_word_test {
using namespace vitrine::tests;

namespace {

/// The next word by definition: the label or, if that is padding, the word with the highest probability.
std::optional<NextWord> plain_next(const Run& run, Size sentence, Size position) {
    const Activations& a = *run.activations;
    const std::int32_t pad = run.model->configuration.pad_tgt;
    const auto word = [&](std::int32_t id) { return run.model->target_vocabulary.word(id); };
    if (a.tgt.tokens.at({sentence, position}) == pad) return std::nullopt;
    if (!a.labels.empty() && a.labels.at({sentence, position}) != pad)
        return NextWord{word(a.labels.at({sentence, position})), true};
    const std::int32_t said = a.predictions.at({sentence, position});
    if (std::isnan(a.probabilities.at({sentence, position, said}))) return std::nullopt;
    return NextWord{word(said), false};
}

}  // namespace

TEST_CASE("the next word is the label, without one the prediction, and nothing after padding") {
    Random random(71);
    int given = 0, said = 0, none = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const auto run = any_edited_run(random);
        const IndexTensor& tokens = run->activations->tgt.tokens;
        for (Size sentence = 0; sentence < tokens.size(0); ++sentence) {
            const NextWordLabels all = next_word_labels(*run, sentence);
            for (Size position = 0; position < tokens.size(1); ++position) {
                const auto expected = plain_next(*run, sentence, position), next = next_word(*run, sentence, position);
                REQUIRE(next == expected);
                CHECK(next_word_behind(*run, sentence, position).empty() == !next);
                if (next) CHECK(next_word_text(*next).starts_with(next->given ? "next: " : "predicts "));
                if (next) CHECK(all.words[position].ends_with(next->word));
                if (next && all.title == "predicts ↓") CHECK(!next->given);
                if (next && all.title == "next ↓") CHECK(all.words[position].starts_with("predicts ") == !next->given);
                if (!next && !all.words.empty()) CHECK(all.words[position] == " ");
                ++(next ? next->given ? given : said : none);
            }
        }
    }
    CHECK(given > 0);
    CHECK(said > 0);
    CHECK(none > 0);
}

TEST_CASE("what comes next is said of rows that go on: of target queries and positions, not of keys, sources and tables") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const auto next = [&](const char* path, const Index& cell) { return next_of_cell(run, *run.outline().find(path), cell); };
    CHECK(next("decoder.layers.0.cross_attn.weights", {0, 0, 4, 3}) == "“étudiant”, next: “<eos>”");
    CHECK(next("decoder.layers.0.self_attn.scores", {0, 0, 1, 0}) == "“Je”, next: “suis”");
    CHECK(next("decoder.layers.1.norm3", {0, 2, 5}) == "“suis”, next: “un”");
    CHECK(next("logits", {0, 0, 0}) == "“<bos>”, next: “Je”");
    CHECK(next("decoder.layers.0.self_attn.key", {0, 0, 4, 3}).empty());
    CHECK(next("decoder.layers.0.cross_attn.key", {0, 0, 4, 3}).empty());
    CHECK(next("encoder.layers.0.self_attn.weights", {0, 0, 4, 3}).empty());
    CHECK(next("encoder.layers.0.norm2", {0, 2, 5}).empty());
    CHECK(next("tgt.positions", {2, 5}).empty());
    const TensorInfo& weights = *run.outline().find("decoder.layers.0.cross_attn.weights");
    CHECK(cell_caption_with_next(run, weights, {0, 0, 4, 3}).place == "“étudiant” (next: “<eos>”) asks “a”");
    CHECK(cell_caption(run, weights, {0, 0, 4, 3}).place == "“étudiant” asks “a”");
}

}  // namespace vitrine::next_word_test
