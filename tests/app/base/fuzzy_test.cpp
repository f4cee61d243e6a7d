#include "app/base/fuzzy.h"

#include <doctest/doctest.h>

namespace vitrine::fuzzy_test {

namespace {

double score(std::string_view typed, std::string_view text) {
    const auto match = fuzzy_match(typed, text);
    REQUIRE(match);
    return match->score;
}

}  // namespace

TEST_CASE("letters are found in their order, capitals or not") {
    CHECK(fuzzy_match("cpn", "Copy the number"));
    CHECK(fuzzy_match("COPY", "copy"));
    CHECK_FALSE(fuzzy_match("nc", "Copy it"));
    CHECK_FALSE(fuzzy_match("copyy", "copy"));
    CHECK(fuzzy_match("", "anything")->letters.empty());
    CHECK(fuzzy_match("  ", "anything"));
    CHECK_FALSE(fuzzy_match("a", ""));
}

TEST_CASE("words that are typed may stand in any order, and each has to be found") {
    CHECK(fuzzy_match("number copy", "Copy the number"));
    CHECK_FALSE(fuzzy_match("copy nothing", "Copy the number"));
}

TEST_CASE("the letters that were meant are those at the beginnings of words and in a row") {
    CHECK(fuzzy_match("tn", "Copy the number")->letters == std::vector<std::size_t>{5, 9});
    CHECK(fuzzy_match("num", "a new umbrella number")->letters == std::vector<std::size_t>{15, 16, 17});
}

TEST_CASE("what is begun, whole or short counts more than what is scattered or long") {
    CHECK(score("map", "Map") > score("map", "The map or Train"));
    CHECK(score("map", "The map or Train") > score("map", "Masks of a pass"));
    CHECK(score("step", "Next step") > score("step", "See that every part is there"));
}

TEST_CASE("the alignment is the best there is") {
    // Compares the result with all possible ways to pick the letters. Letters in a row and at the beginnings of words count more,
    // as the header says.
    const std::string_view typed = "aba", texts[] = {"a b a", "aabba", "xaxbxa aba", "ab ab a"};
    for (const std::string_view text : texts) {
        double best = -1e9;
        for (std::size_t i = 0; i < text.size(); ++i)
            for (std::size_t j = i + 1; j < text.size(); ++j)
                for (std::size_t k = j + 1; k < text.size(); ++k) {
                    if (text[i] != typed[0] || text[j] != typed[1] || text[k] != typed[2]) continue;
                    const auto own = [&](std::size_t at) {
                        return 1.0 + (at == 0 || text[at - 1] == ' ' ? 6 : 0) + (at == 0 ? 2 : 0);
                    };
                    const auto link = [&](std::size_t a, std::size_t b) {
                        return b == a + 1 ? 9.0 : -0.15 * static_cast<double>(b - a - 1);
                    };
                    best = std::max(best, own(i) + own(j) + own(k) + link(i, j) + link(j, k));
                }
        CAPTURE(text);
        CHECK(score(typed, text) == doctest::Approx(best - 0.02 * static_cast<double>(text.size())));
    }
}

}  // namespace vitrine::fuzzy_test
