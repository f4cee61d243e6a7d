#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/files/file.h"
#include "core/io/words/sentence_pairs.h"
#include "core/language/language_file.h"
#include "core/language/translations.h"
#include "core/text/split.h"
#include "tests/test_data.h"

namespace vitrine::english_french_phrases_test {

namespace {

/// Phrases and their French, a TAB between.
std::vector<std::pair<std::string, std::string>> phrases() {
    std::vector<std::pair<std::string, std::string>> all;
    const std::string text = read_file(test_data("core/tasks/english_french_phrases.tsv"));
    for (const SentencePair& pair : split_pairs(text, "english_french_phrases.tsv")) all.emplace_back(pair.source, pair.target);
    return all;
}

/// Sentences that are none, or whose French would need more than the grammar has.
const std::vector<std::string> not_english{
    "the cats sleeps",
    "I eats",
    "she have a dog",
    "a apples",
    "many bread",
    "he can swims",
    "does she speaks ?",
    "they is happy",
    "the big",
    "in under the table",
    "two cat",
    "I am eat",
    "book the",
    "do you ?",
    "a milk sees the cat",
    "she likes to swims",
    "the children room is small",
    "could you helps me ?",
    "I was borned in Paris",
    "would you likes tea ?",
    "he feel sick",
    "at half past the dog",
    "more better than me",
    "the most big house",
    "there is no eggs",
    "I am wants to go",
    "the book reads the child",
    "I was liking him",
    "he used to slept",
    "I have just eat",
    "I need a bread",
    "there are no bread left",
    "don't touches that",
};

class Translator {
public:
    /// The translations of a text, a space between words; none if a word of it is unknown.
    std::set<std::string> translations(const std::string& text) const {
        std::vector<language::Word> words;
        for (const std::string_view word : split_at_spaces(text)) {
            const auto found = language_.spellings[language::source].ids.find(std::string(word));
            if (found == language_.spellings[language::source].ids.end()) return {};
            words.push_back(found->second);
        }
        std::set<std::string> texts;
        for (const auto& sentence : language::translations(language_, words)) texts.insert(text_of(sentence));
        return texts;
    }

private:
    std::string text_of(const std::vector<language::Word>& sentence) const {
        std::string text;
        for (const language::Word word : sentence)
            text += (text.empty() ? "" : " ") + language_.spellings[language::target].words[static_cast<std::size_t>(word)];
        return text;
    }

    const language::Language language_ = language::read_language(test_data("../assets/languages/english-french.txt"));
};

}  // namespace

TEST_CASE("the French is what a French speaker would write, and there is one of each sentence") {
    const Translator translator;
    const auto all = phrases();
    REQUIRE(all.size() == 655);
    for (const auto& phrase : all) {
        const std::string &english = phrase.first, &french = phrase.second;
        CAPTURE(english);
        CHECK(translator.translations(english) == std::set{french});
    }
}

TEST_CASE("sentences that nobody says are not part of the language") {
    const Translator translator;
    for (const std::string& text : not_english) {
        CAPTURE(text);
        CHECK(translator.translations(text).empty());
    }
}

}  // namespace vitrine::english_french_phrases_test
