/// What the view Train says about a model with one stack.

#include <algorithm>
#include <span>

#include <doctest/doctest.h>

#include "app/views/train/words.h"
#include "tests/app/views/train/trained.h"

namespace vitrine::one_stack_words_test {
using namespace vitrine::train_tests;

namespace {

/// The words with spaces between them.
std::string words_from(std::span<const SaidSentence::Word> words) {
    std::string text;
    for (const SaidSentence::Word& word : words) text += (text.empty() ? "" : " ") + word.word;
    return text;
}

/// The words of a row of tokens without the padding at its end.
std::string row_words(const IndexTensor& tokens, Size row, const Vocabulary& vocabulary) {
    std::string text;
    for (Size i = 0; i < tokens.size(1); ++i) {
        if (tokens.at({row, i}) != 0) text += (text.empty() ? "" : " ") + vocabulary.word(tokens.at({row, i}));
    }
    return text;
}

}  // namespace

TEST_CASE("of a decoder alone the words that are given and those asked for are its text, word after word") {
    TrainingSettings settings = small_settings("reverse");
    settings.architecture = Architecture::decoder;
    const TrainingView view = trained(settings, 3);
    CHECK(has(predictions_remark(*view.run), "from the correct tokens before it"));
    for (Size b = 0; b < view.run->batch->sentences(); ++b) {
        const SaidSentence said = said_sentence(*view.run, b);
        CHECK(said.source.back().word == "<sep>");
        CHECK(said.truth.back().word == "</s>");
        const std::string text = words_from(said.source) + " " + words_from(said.truth);
        CHECK(text == row_words(view.run->batch->tgt, b, view.run->model->target_vocabulary) + " </s>");
        const std::size_t letters = said.truth.size() - 1;  // the target is the source backwards
        REQUIRE(said.source.size() == letters + 2);
        for (std::size_t i = 0; i < letters; ++i) CHECK(said.truth[i].word == said.source[letters - i].word);
        CHECK(said.said.size() == said.truth.size());
    }
}

TEST_CASE("of an encoder alone the words asked for are those that are hidden in its text") {
    TrainingSettings settings = small_settings("reverse");
    settings.architecture = Architecture::encoder;
    const TrainingView view = trained(settings, 3);
    CHECK(has(predictions_remark(*view.run), "predicted from the whole text"));
    for (Size b = 0; b < view.run->batch->sentences(); ++b) {
        SaidSentence said = said_sentence(*view.run, b);
        std::size_t asked = 0;
        for (SaidSentence::Word& word : said.source) {
            if (word.word == "<mask>") word.word = said.truth.at(asked++).word;
        }
        CHECK(asked == said.truth.size());
        std::erase_if(said.source, &SaidSentence::Word::padding);
        const std::size_t letters = (said.source.size() - 3) / 2;
        REQUIRE(said.source.size() == 2 * letters + 3);
        CHECK(said.source[letters + 1].word == "<sep>");
        for (std::size_t i = 0; i < letters; ++i) CHECK(said.source[letters + 2 + i].word == said.source[letters - i].word);
    }
}

}  // namespace vitrine::one_stack_words_test
