#include "app/start/sentence_said.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/run/run.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::tests {

TEST_CASE("what the first page says of a sentence is what the model predicts") {
    const Counted checks(20);
    Random random(7);
    for (int i = 0; i < 20; ++i) {
        const auto run = any_run(random);
        for (Size sentence = 0; sentence < sentence_count(*run); ++sentence) {
            const SentenceSaid said = sentence_said(*run, sentence);
            const Tensor& probabilities = run->activations->probabilities;
            std::size_t place = 0;
            for (Size position = 0; position < run->batch->target_length(); ++position) {
                if (run->activations->tgt.tokens.at({sentence, position}) == run->model->configuration.pad_tgt) continue;
                REQUIRE(place < said.said.size());
                const SaidWord& word = said.said[place++];
                double largest = 0;
                for (Size id = 0; id < probabilities.size(2); ++id)
                    largest = std::max(largest, static_cast<double>(probabilities.at({sentence, position, id})));
                CHECK(word.probability == largest);
            }
            CHECK(place == said.said.size());
        }
    }
}

TEST_CASE("the first page of the sample: its words are read, all predictions are right") {
    const State state = opened("translation");
    const SentenceSaid said = sentence_said(*state.run, 0);
    std::vector<std::string> words, marks;
    for (const ReadWord& word : said.read) (word.is_mark ? marks : words).push_back(word.word);
    CHECK(words == std::vector<std::string>{"I", "am", "a", "student"});
    CHECK(marks == std::vector<std::string>{"<bos>", "<eos>"});
    CHECK(std::ranges::count_if(said.said, &SaidWord::is_right) == 5);
    CHECK(said.said.size() == 5);
    CHECK(start_title(*state.run) == "This is a Transformer, translating.");
    CHECK(start_title(*opened("navigation").run) == "This is a Transformer.");
}

}  // namespace vitrine::tests
