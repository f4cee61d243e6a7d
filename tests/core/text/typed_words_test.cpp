#include "core/text/typed_words.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace vitrine::typed_words_test {

namespace {

using Texts = std::vector<std::string>;

/// The words as the vocabulary spells them; an unknown one in brackets.
Texts words_of(std::string_view text, const Vocabulary& vocabulary) {
    Texts words;
    for (const TypedWord& word : typed_words(text, vocabulary))
        words.push_back(word.id ? std::string(word.word) : '[' + std::string(word.word) + ']');
    return words;
}

const Vocabulary english({"<pad>", "<s>", "</s>", "the", "I", "I'm", "cat", "cats", "sleeps", "sleep", "?", "Monday", "can't"});
const Vocabulary french({"<pad>", "l'", "eau", "d'", "aujourd'hui", "qu'", "est-ce", "il"});

}  // namespace

TEST_CASE("capitals and a full stop do not hide a word; a mark that the vocabulary has is a word of its own") {
    CHECK(words_of("The cat sleeps.", english) == Texts{"the", "cat", "sleeps"});
    CHECK(words_of("the cat sleeps?", english) == Texts{"the", "cat", "sleeps", "?"});
    CHECK(words_of("the cat sleeps ?!", english) == Texts{"the", "cat", "sleeps", "?"});
    CHECK(words_of("THE CAT … sleeps,", english) == Texts{"the", "cat", "sleeps"});
    CHECK(words_of("  the   cat ", english) == Texts{"the", "cat"});
    CHECK(words_of("", english).empty());
}

TEST_CASE("marks that the vocabulary lacks are left out, and which is known") {
    CHECK(marks_left_out("The cat, the cat, sleeps.", english) == Texts{",", "."});
    CHECK(marks_left_out("the cat sleeps?!", english) == Texts{"!"});
    CHECK(marks_left_out("the cat … sleeps", english) == Texts{"…"});
    CHECK(marks_left_out("I'm the cat ?", english).empty());
    CHECK(marks_left_out("", english).empty());
}

TEST_CASE("what the vocabulary writes with a capital stays so, and the apostrophe of a phone is one") {
    CHECK(words_of("I'm Monday", english) == Texts{"I'm", "Monday"});
    CHECK(words_of("I’m the cat", english) == Texts{"I'm", "the", "cat"});
    CHECK(words_of("i'm", english) == Texts{"I'm"});
    CHECK(words_of("Can’t", english) == Texts{"can't"});
    CHECK(words_of("monday", english) == Texts{"Monday"});
}

TEST_CASE("a part at an apostrophe is split where the vocabulary has both halves") {
    CHECK(words_of("l'eau", french) == Texts{"l'", "eau"});
    CHECK(words_of("L’eau.", french) == Texts{"l'", "eau"});
    CHECK(words_of("aujourd'hui", french) == Texts{"aujourd'hui"});
    CHECK(words_of("qu'il", french) == Texts{"qu'", "il"});
    CHECK(words_of("qu'elle", french) == Texts{"[qu'elle]"});  // whole, not half of it
    CHECK(words_of("d'l'eau", french) == Texts{"d'", "l'", "eau"});
}

TEST_CASE("an unknown word stays as it was typed, where it was typed, without the marks behind it") {
    const std::string text = "the Zebra, sleeps";
    const std::vector<TypedWord> words = typed_words(text, english);
    REQUIRE(words.size() == 3);
    CHECK(!words[1].id);
    CHECK(words[1].typed == "Zebra");
    CHECK(words[1].typed.data() == text.data() + 4);
    CHECK(words_of("zebra?", english) == Texts{"[zebra]", "?"});
}

TEST_CASE("words that may be meant: those that are begun, then those that are similar; never a mark of a beginning") {
    CHECK(words_near("slee", english, 2) == Texts{"sleep", "sleeps"});
    CHECK(words_near("Slepes", english, 1) == Texts{"sleeps"});
    CHECK(words_near("cta", english, 1) == Texts{"cat"});
    for (const char* word : {"pad", "s", "", "zzz", "é"}) {
        CAPTURE(word);
        for (const std::string& near : words_near(word, english, 5)) CHECK(!near.starts_with('<'));
    }
    CHECK(words_near("cat", english, 3).size() == 3);
}

TEST_CASE("a word that is still being typed begins another one") {
    CHECK(begins_a_word("sle", english));
    CHECK(begins_a_word("Sle", english));
    CHECK(begins_a_word("Mon", english));
    CHECK(!begins_a_word("sleeps", english));  // it is whole
    CHECK(!begins_a_word("slx", english));
}

}  // namespace vitrine::typed_words_test
