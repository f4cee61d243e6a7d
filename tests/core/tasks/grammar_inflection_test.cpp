#include "core/tasks/grammar_inflection.h"

#include <doctest/doctest.h>

namespace vitrine::grammar_inflection_test {

TEST_CASE("English words take their s as their last letters ask for") {
    CHECK(english_with_s("cat") == "cats");
    CHECK(english_with_s("church") == "churches");
    CHECK(english_with_s("actress") == "actresses");
    CHECK(english_with_s("story") == "stories");
    CHECK(english_with_s("donkey") == "donkeys");
}

TEST_CASE("French words take s or x in the plural, or stay as they are") {
    CHECK(french_plural("chat") == "chats");
    CHECK(french_plural("oiseau") == "oiseaux");
    CHECK(french_plural("cheval") == "chevaux");
    CHECK(french_plural("souris") == "souris");
    CHECK(french_plural("heureux") == "heureux");
}

TEST_CASE("French adjectives become feminine") {
    CHECK(french_feminine("noir") == "noire");
    CHECK(french_feminine("triste") == "triste");
    CHECK(french_feminine("heureux") == "heureuse");
    CHECK(french_feminine("italien") == "italienne");
    CHECK(french_feminine("bon") == "bonne");
}

TEST_CASE("verbs in -er are conjugated, and keep their soft g") {
    using Forms = std::array<std::string, 4>;
    CHECK(french_present("trouver") == Forms{"trouve", "trouve", "trouvons", "trouvent"});
    CHECK(french_present("manger") == Forms{"mange", "mange", "mangeons", "mangent"});
}

}  // namespace vitrine::grammar_inflection_test
