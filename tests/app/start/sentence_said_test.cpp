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

TEST_CASE("of an encoder alone only what is hidden has predictions, and nothing else of a decoder alone than its answer") {
    const State hidden = opened("hidden-words"), repeats = opened("induction");
    for (Size b = 0; b < sentence_count(*hidden.run); ++b) {
        const SentenceSaid said = sentence_said(*hidden.run, b);
        CHECK(said.asked == Asked::hidden);
        CHECK(said.said.size() == static_cast<std::size_t>(std::ranges::count_if(said.read, &ReadWord::is_hidden)));
        REQUIRE(!said.said.empty());
        // Labels are exactly at what is hidden.
        CHECK(std::ranges::all_of(said.said, [](const SaidWord& word) { return word.label && word.after == "<mask>"; }));
    }
    for (Size b = 0; b < sentence_count(*repeats.run); ++b) {
        const SentenceSaid said = sentence_said(*repeats.run, b);
        CHECK(said.asked == Asked::answer);
        CHECK(said.said.front().after == "<sep>");
        CHECK(said.said.back().is_end);
        REQUIRE(said.below == 1);
        // What it repeats stands below what it repeats.
        for (std::size_t i = 0; i + 1 < said.said.size(); ++i) CHECK(said.said[i].word == said.read[i + 1].word);
    }
    CHECK(!sentence_said(*opened("translation").run, 0).below);
}

TEST_CASE("how often the batch has another word is counted among the words that are shown") {
    SentenceSaid sentence;
    for (const auto& [word, label] : {std::pair{"a", "a"}, {"b", "c"}, {"d", ""}, {"e", "f"}}) {
        SaidWord& said = sentence.said.emplace_back(SaidWord{.after = "", .word = word});
        if (*label) said.label = label;
    }
    CHECK(wrong_words(sentence, 1).empty());
    CHECK(wrong_words(sentence, 2) == "In red: the batch has another word, 1 of 2 times.");
    CHECK(wrong_words(sentence, 4) == "In red: the batch has another word, 2 of 3 times.");
    CHECK(wrong_words(sentence_said(*opened("english-french").run, 0), 3).empty());
}

TEST_CASE("what is said of a sum is true of what was written") {
    const auto sum = [](std::string_view read, std::string_view said) {
        SentenceSaid sentence{.read = {{.word = "<s>", .is_mark = true}}};
        for (const char letter : read) sentence.read.push_back({.word = std::string(1, letter)});
        for (const char letter : said) sentence.said.push_back({.after = "", .word = std::string(1, letter)});
        sentence.said.push_back({.after = "", .word = "</s>", .is_end = true});
        return sum_words(sentence);
    };
    CHECK(sum("743+677", "0241") == "743 + 677 = 1420: it writes the last digit first.");
    CHECK(sum("743+677", "1420") == "743 + 677 = 1420, as it says.");
    CHECK(sum("743+677", "0242") == "743 + 677 = 1420; it says something else.");
    CHECK(sum("743", "347").empty());
    CHECK(sum("743+", "347").empty());
    CHECK(sum("7+a", "7").empty());
    const State state = opened("addition");
    CHECK(sum_words(sentence_said(*state.run, 0)).ends_with("last digit first."));
    CHECK(start_text(*state.run, Asked::next).starts_with("Type any of 0123456789+. "));
}

TEST_CASE("without a measured alignment the head is drawn whose attention tells most") {
    for (const char* name : {"translation", "induction"}) {
        const State state = opened(name);
        const SentenceSaid said = sentence_said(*state.run, 0);
        const auto drawn = drawn_head(*state.run, 0, said);
        REQUIRE(drawn);
        REQUIRE(drawn->information);
        std::vector<Size> queries;
        for (const SaidWord& word : said.said) queries.push_back(word.position);
        for (Size head = 0; head < head_count(*state.run, drawn->place); ++head) {
            const auto& weights = state.run->of<AttentionReadings>().detail(*state.run, drawn->place, {0, head}).weights;
            CHECK(*mutual_information(weights, queries) <= *drawn->information);
        }
    }
    CHECK(!drawn_head(*opened("hidden-words").run, 0, {}));
}

TEST_CASE("what is predicted is called a character where each token but the marks is one") {
    const auto unit = [](const char* name) { return std::string(sentence_said(*opened(name).run, 0).unit); };
    for (const char* name : {"induction", "addition"}) CHECK(unit(name) == "character");
    for (const char* name : {"translation", "hidden-words", "navigation"}) CHECK(unit(name) == "word");
    const State state = opened("induction");
    CHECK(candidates_heading(sentence_said(*state.run, 0), 0) == "The likeliest characters after “<sep>”");
}

TEST_CASE("only a probability of 0 reads as zero") {
    CHECK(brief_probability(0.7031) == "0.703");
    CHECK(brief_probability(0.0005) == "0.001");
    CHECK(brief_probability(0.00049) == "4.9e-4");
    CHECK(brief_probability(0) == "0.000");
    CHECK(precise_probability(0.7035) == "0.703500");
    CHECK(precise_probability(8.692e-5) == "8.692e-5");
    CHECK(precise_probability(0) == "0.000000");
    const Counted checks(200);
    for (double probability = 1; probability > 1e-30; probability /= 1.7) {
        for (const std::string& text : {brief_probability(probability), precise_probability(probability)})
            CHECK(text.substr(0, text.find('e')).find_first_not_of("0.") != std::string::npos);
    }
}

}  // namespace vitrine::tests
