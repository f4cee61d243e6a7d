#include "core/scores/ngrams.h"

#include <doctest/doctest.h>

#include "core/text/split.h"

namespace vitrine::ngrams_test {

TEST_CASE("every run of n words is counted as often as it is there") {
    const std::vector<std::string_view> words = split_at_spaces("a b a b a");
    CHECK(count_ngrams(words, 1) == NgramCounts{{"a", 3}, {"b", 2}});
    CHECK(count_ngrams(words, 2) == NgramCounts{{"a b", 2}, {"b a", 2}});
    CHECK(count_ngrams(words, 5) == NgramCounts{{"a b a b a", 1}});
    CHECK(count_ngrams(words, 6).empty());
    CHECK(count_ngrams({}, 1).empty());
}

TEST_CASE("runs match as often as both texts have them") {
    const NgramCounts counts{{"a", 3}, {"b", 2}, {"c", 1}}, others{{"a", 1}, {"b", 5}, {"d", 7}};
    CHECK(total(counts) == 6);
    CHECK(matches(counts, others) == 1 + 2);
    CHECK(matches(others, counts) == 1 + 2);
    CHECK(matches(counts, {}) == 0);
}

}  // namespace vitrine::ngrams_test
