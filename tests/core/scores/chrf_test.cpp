#include "core/scores/chrf.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::chrf_test {

namespace {

using Counts = std::vector<std::int64_t>;

doctest::Approx nearly(double value) { return doctest::Approx(value).epsilon(1e-12); }

/// Published numbers have few digits.
bool is_near(double number, double published, double distance) { return std::abs(number - published) < distance; }

double chrf3(std::string_view text, std::string_view reference, ChrfOptions options = {}) {
    options.beta = 3;
    return sentence_chrf({text, {reference}}, options).score;
}

constexpr std::string_view relation = "Die Beziehung zwischen Obama und Netanjahu ist nicht gerade freundlich.",
                           relation_spaced = " Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. ",
                           relation_reference = "Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.",
                           risk =
                               "risk assessment must be made of those who are qualified and expertise in the sector - these "
                               "are the scientists .",
                           risk_reference =
                               "risk assessment has to be undertaken by those who are qualified and expert in that "
                               "area - that is the scientists .";

}  // namespace

// Matches: c, a and t of c, a, r, t; "ca" of "ca", "ar", "rt"; not "cat" of "car", "art". There is nothing to compare with
// "cart".
TEST_CASE("chrF step by step: counts, shares, their means, F") {
    const Chrf chrf = sentence_chrf({"cat", {"cart"}});
    CHECK(chrf.counts.matches == Counts{3, 1, 0, 0, 0, 0});
    CHECK(chrf.counts.totals == Counts{3, 2, 1, 0, 0, 0});
    CHECK(chrf.counts.reference_totals == Counts{4, 3, 2, 1, 0, 0});
    CHECK(chrf.order == 3);
    CHECK(chrf.precisions[1] == nearly(100. / 2));
    CHECK(chrf.recalls[1] == nearly(100. / 3));
    CHECK(chrf.mean_precision == nearly(100. / 2));                                        // (1 + 1/2 + 0) / 3
    CHECK(chrf.mean_recall == nearly(100. * 13 / 36));                                     // (3/4 + 1/3 + 0) / 3
    CHECK(chrf.score == nearly(100. * 13 / 34));                                           // 5 · 1/2 · 13/36 / (4 · 1/2 + 13/36)
    CHECK(sentence_chrf({"cat", {"cart"}}, {.beta = 1}).score == nearly(100. * 13 / 31));  // 2 · 13/72 / (31/36)
}

// F is 5 · 3/4 / (4 + 3/4) = 15/19 for single characters, 5 · 1/6 / (2 + 1/3) = 5/14 for pairs, and 0 for the other four lengths.
TEST_CASE("chrF can be the mean of the F of all lengths") {
    CHECK(sentence_chrf({"cat", {"cart"}}, {.average = ChrfAverage::scores}).score == nearly(100 * (15. / 19 + 5. / 14) / 6));
}

TEST_CASE("chrF does not count runs that are longer than the reference") {
    const ChrfCounts counts = chrf_counts({"abcd", {"ab"}});
    CHECK(counts.totals == Counts{4, 3, 0, 0, 0, 0});
    CHECK(counts.reference_totals == Counts{2, 1, 0, 0, 0, 0});
}

TEST_CASE("chrF counts characters, not bytes, and no white space") {
    CHECK(chrf_counts({"é\u00a0€ 𝄞", {"é€𝄞"}}).totals == Counts{3, 2, 1, 0, 0, 0});
    CHECK(sentence_chrf({"é\u00a0€ 𝄞", {"é€𝄞"}}).score == nearly(100));
    CHECK(chrf_counts({"a b", {"a b"}}, {.with_white_space = true}).totals == Counts{3, 2, 1, 0, 0, 0});
    CHECK(chrf_counts({"\xff\xfe", {"\xff"}}).matches == Counts{1, 0, 0, 0, 0, 0});
}

TEST_CASE("chrF takes the reference with the best score") {
    const Chrf best = sentence_chrf({"cat", {"dog", "cart", "car"}});
    CHECK(best.score == nearly(sentence_chrf({"cat", {"car"}}).score));
    CHECK(sentence_chrf({"cat", {"dog", "cow"}}).counts.matches == Counts{1, 0, 0, 0, 0, 0});  // c
}

TEST_CASE("chrF of a corpus comes from the counts of all") {
    const std::vector<Translation> both{{"cat", {"cart"}}, {"ab", {"ab"}}};
    const Chrf chrf = corpus_chrf(both);
    CHECK(chrf.counts.matches == Counts{3 + 2, 1 + 1, 0, 0, 0, 0});
    CHECK(chrf.mean_precision == nearly(100. * (5. / 5 + 2. / 3 + 0) / 3));
    CHECK(chrf.mean_recall == nearly(100. * (5. / 6 + 2. / 4 + 0) / 3));
    CHECK(corpus_chrf({}).score == 0);
}

// "Using SacreBLEU from Python": chrF2 = 59.73.
TEST_CASE("chrF of sacreBLEU's README") {
    const std::vector<Translation> translations{
        {"The dog bit the man.", {"The dog bit the man.", "The dog had bit the man."}},
        {"It wasn't surprising.", {"It was not unexpected.", "No one was surprised."}},
        {"The man had just bitten him.", {"The man bit him first.", "The man had bitten the dog."}},
    };
    CHECK(is_near(corpus_chrf(translations).score, 59.73, 0.005));
}

// From sacreBLEU 2, with β = 3.
TEST_CASE("chrF of sacreBLEU's test_chrf.py: shares, as is its default") {
    CHECK(is_near(chrf3("a", "a"), 100, 1e-4));
    CHECK(is_near(chrf3("", "reference"), 0, 1e-4));
    CHECK(is_near(chrf3("a b c", "a b c"), 100, 1e-4));
    CHECK(is_near(chrf3("a b c", "abc"), 100, 1e-4));
    CHECK(is_near(chrf3("", "c"), 0, 1e-4));
    CHECK(is_near(chrf3("aa", "ab"), 25, 1e-4));
    const std::vector<Translation> letters{{"a", {"a"}}, {"b", {"c"}}};
    CHECK(is_near(corpus_chrf(letters, {.beta = 3}).score, 50, 1e-4));
    CHECK(is_near(chrf3(relation, relation_reference, {.with_white_space = true}), 67.3481606, 1e-4));
    CHECK(is_near(chrf3(risk, risk_reference, {.with_white_space = true}), 65.2414427, 1e-4));
}

TEST_CASE("chrF of sacreBLEU's test_chrf.py: the mean of scores") {
    const ChrfOptions scores{.average = ChrfAverage::scores};
    CHECK(is_near(chrf3("abcdefg", "hijklmnop", scores), 0, 1e-4));
    CHECK(is_near(chrf3("a", "b", scores), 0, 1e-4));
    CHECK(is_near(chrf3("", "ref", scores), 0, 1e-4));
    CHECK(is_near(chrf3("aa", "ab", scores), 8.3333, 1e-4));
    CHECK(is_near(chrf3("a", "a", scores), 16.6667, 1e-4));
    CHECK(is_near(chrf3("a b c", "abc", scores), 50, 1e-4));
    CHECK(is_near(chrf3(risk, risk_reference, scores), 63.361730, 1e-4));
    CHECK(is_near(chrf3(relation_spaced, relation_reference, scores), 64.1302698, 1e-4));
    const auto chrf2 = [&](std::string_view text, std::string_view reference) {
        return sentence_chrf({text, {reference}}, scores).score;
    };
    CHECK(is_near(chrf2("Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.",
                        "Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo zemře."),
                  39.14078509, 1e-4));
    CHECK(is_near(chrf2("Nebo prostě nemají vybavení, které by jim pomohlo, uvedli lékaři.",
                        "A někdy nemáme ani potřebný materiál, abychom jim pomohli, popsali lékaři."),
                  31.22557079, 1e-4));
    CHECK(is_near(chrf2("Lapali po dechu, jejich životy skončily dřív, než skutečně začaly.",
                        "Lapali po dechu a pak jejich život skončil - dřív, než skutečně mohl začít, připomněli."),
                  57.15704367, 1e-4));
}

}  // namespace vitrine::chrf_test
