#include "core/scores/exact_match.h"

#include <doctest/doctest.h>

namespace vitrine::exact_match_test {

TEST_CASE("an exact match has the words of a reference, all of them, in their order and spelling") {
    CHECK(is_exact_match({"je suis étudiant", {"je suis étudiant"}}));
    CHECK(is_exact_match({"je  suis étudiant ", {"tu es étudiant", "je suis\tétudiant"}}));
    CHECK(!is_exact_match({"je suis étudiant", {"je suis étudiant ."}}));
    CHECK(!is_exact_match({"Je suis étudiant", {"je suis étudiant"}}));
    CHECK(!is_exact_match({"suis je étudiant", {"je suis étudiant"}}));
    CHECK(!is_exact_match({"jesuis", {"je suis"}}));
    CHECK(!is_exact_match({"", {"je suis étudiant"}}));
}

TEST_CASE("the share of exact matches") {
    const std::vector<Translation> translations{{"a", {"a"}}, {"b", {"c"}}, {"d", {"e", "d"}}, {"f", {"g"}}};
    CHECK(exact_match(translations) == 0.5);
    CHECK(exact_match({}) == 0);
}

}  // namespace vitrine::exact_match_test
