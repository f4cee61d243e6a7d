/// What is kept and said of runs that read one sentence, and of those whose padding follows from lengths.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/formula/evaluate.h"
#include "app/lesson/sentence_said.h"
#include "app/run/edits_json.h"
#include "app/run/prediction.h"
#include "app/session/session_partial.h"
#include "tests/app/family_runs.h"

namespace vitrine::run_of_one_sequence_test {
using namespace vitrine::tests;

namespace {

constexpr const char* families[] = {"gpt2", "bert", "bart", "marian", "t5", "llama", "qwen2"};

}  // namespace

TEST_CASE("sentences that were filled up, their labels and segments are the same after a session and after a link") {
    for (const std::string family : families) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Edits edits{.batch = run->batch};
        const Edits back = edits_from(nlohmann::json::parse(to_json(edits).dump()), "the session");
        REQUIRE(back.batch);
        CHECK(*back.batch == *run->batch);
        std::vector<std::string> notes;
        CHECK(*batch_said(nlohmann::ordered_json::object(), *run->model, *run->batch, notes) == *run->batch);
        CHECK(notes.empty());
    }
}

TEST_CASE(
    "the first page has a word for every token that the last stack reads, the likeliest, and the right ones where labels are") {
    for (const std::string family : families) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        const Side side = c.has_decoder() ? Side::target : Side::source;
        const Vocabulary& words = vocabulary_of(*run, side);
        const IndexTensor &tokens = tokens_read(*run, side), &labels = run->batch->labels;
        for (Size b = 0; b < tokens.size(0); ++b) {
            const SentenceSaid said = sentence_said(*run, b);
            std::size_t place = 0;
            for (Size i = 0; i < tokens.size(1); ++i) {
                if (tokens.at({b, i}) == filler) continue;
                REQUIRE(place < said.said.size());
                const SaidWord& word = said.said[place++];
                Size best = 0;
                for (Size id = 0; id < run->activations->logits.size(2); ++id)
                    if (run->activations->logits.at({b, i, id}) > run->activations->logits.at({b, i, best})) best = id;
                CHECK(word.after == words.word(tokens.at({b, i})));
                CHECK(word.word == words.word(static_cast<std::int32_t>(best)));
                CHECK(word.label.has_value() == (labels.at({b, i}) != filler));
            }
            CHECK(place == said.said.size());
        }
    }
}

TEST_CASE("the first page says what the model is") {
    CHECK(start_title(*family_run("gpt2")) == "This is a Transformer's decoder.");
    CHECK(start_title(*family_run("bert")) == "This is a Transformer's encoder.");
    CHECK(start_title(*family_run("t5")) == "This is a Transformer.");
    CHECK(std::string(said_heading(*family_run("llama"))) == "after each word it says the next one");
    CHECK(std::string(said_heading(*family_run("bert"))) == "at each word it says which one belongs there");
}

TEST_CASE("formulas read the one sequence as source and as target, and count the heads of the stack that there is") {
    for (const char* family : {"gpt2", "bert", "llama"}) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        const Scope scope{.run = run.get()};
        const auto text = [&](const std::string& formula) { return filled_in("{" + formula + "}", scope); };
        CHECK(text("join(source)") == text("join(target)"));
        CHECK(text("size(said)") == text("size(target)"));
        CHECK(text("heads") == std::to_string(c.nhead));
        CHECK(text("d_head") == std::to_string(c.head_width(c.last_stack())));
    }
}

}  // namespace vitrine::run_of_one_sequence_test
