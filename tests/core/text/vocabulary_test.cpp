#include "core/text/vocabulary.h"

#include <doctest/doctest.h>

using vitrine::Vocabulary;

TEST_CASE("a vocabulary finds the id of every word and the word of every id") {
    const Vocabulary vocabulary({"Je", "suis", "étudiant"});
    for (std::int32_t id = 0; id < 3; ++id) CHECK(vocabulary.id(vocabulary.word(id)) == id);
    CHECK(vocabulary.word(2) == "étudiant");
    CHECK(!vocabulary.id("etudiant"));
}

TEST_CASE("an id without a word is written in digits") {
    const Vocabulary vocabulary({"Je", "suis"});
    CHECK(vocabulary.word(2) == "2");
    CHECK(vocabulary.word(-1) == "–");
    CHECK(Vocabulary().word(7) == "7");
    CHECK(Vocabulary().empty());
}

TEST_CASE("of equal words the first gives the id") {
    const Vocabulary vocabulary({"a", "b", "a"});
    CHECK(vocabulary.id("a") == 0);
    CHECK(vocabulary.word(2) == "a");
}
