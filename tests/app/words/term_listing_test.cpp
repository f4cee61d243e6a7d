#include "app/words/term_listing.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::term_listing_test {
using namespace vitrine::tests;

namespace {

/// A sum over a row with these terms and, if given, a bias.
Explanation sum_over_row(const std::vector<double>& terms, std::optional<double> bias) {
    Explanation explanation{.path = "x", .kind = DependenceKind::sum};
    for (const double value : terms)
        explanation.terms.push_back(
            {.label = "i", .value = value, .factors = {}, .place = static_cast<Size>(explanation.terms.size())});
    if (bias) explanation.terms.push_back({.label = "bias", .value = *bias, .factors = {}});
    return explanation;
}

const std::string second_layer = "decoder.layers.1.ffn.linear2";

}  // namespace

TEST_CASE("every term is listed, folded or apart, each once, and together they are the number") {
    const State state = opened("translation");
    for (Size position = 0; position < 5; ++position) {
        const Explanation explanation = state.run->anatomy->explain(second_layer, {0, position, 3});
        for (const bool every : {false, true}) {
            const TermListing listing = list_terms(explanation, every);
            std::vector<std::size_t> all;
            double sum = 0;
            for (const auto* part : {&listing.listed, &listing.smaller, &listing.zeros, &listing.apart}) {
                all.insert(all.end(), part->begin(), part->end());
                sum += sum_of(explanation, *part);
            }
            std::ranges::sort(all);
            REQUIRE(all.size() == explanation.terms.size());
            for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == i);
            CHECK(sum == doctest::Approx(explanation.result));
            for (const std::size_t zero : listing.zeros) CHECK(explanation.terms[zero].value == 0);
            for (const std::size_t term : listing.smaller) CHECK(explanation.terms[term].value != 0);
            CHECK(listing.folds);
            if (every) CHECK((listing.smaller.empty() && listing.zeros.empty()));
        }
    }
}

TEST_CASE("the bias stands apart, whether it is the largest of all or 0") {
    for (const double bias : {100.0, 0.0, -0.01}) {
        const TermListing listing = list_terms(sum_over_row({1, -2, 3, 4, 5, 6, 7, 8}, bias), false);
        CHECK(listing.apart == std::vector<std::size_t>{8});
        CHECK(listing.listed == std::vector<std::size_t>{7, 6, 5, 4, 3, 2});
        CHECK(listing.smaller == std::vector<std::size_t>{1, 0});
    }
    // A seventh term takes the line that folding would take.
    CHECK(list_terms(sum_over_row({1, 2, 3, 4, 5, 6, 7}, 1.0), false).listed.size() == 7);
    // A sum of two tensors has no bias. Both of its terms are listed, even if one of them is 0.
    const State state = opened("translation");
    const Explanation residual = state.run->anatomy->explain("decoder.layers.1.residual1", {0, 1, 2});
    CHECK(list_terms(residual, false).listed.size() == 2);
    CHECK(list_terms(residual, false).apart.empty());
}

TEST_CASE("terms that are 0 are counted, and said so where all of them are") {
    const TermListing some = list_terms(sum_over_row({0, 2, -0.0, 0}, 1.0), false);
    CHECK(some.listed == std::vector<std::size_t>{1});
    CHECK(zeros_words(some) == "3 terms are 0");
    CHECK(!some.all_zero());
    const TermListing none = list_terms(sum_over_row({0, 0, 0}, 1.0), false);
    CHECK(none.listed.empty());
    CHECK(none.all_zero());
    CHECK(zeros_words(none) == "all 3 terms are 0");
    CHECK(zeros_words(list_terms(sum_over_row({0, 1}, {}), false)) == "1 term is 0");
    CHECK(!list_terms(sum_over_row({1, 2}, {}), false).folds);
}

TEST_CASE("of a masked score one of score and mask value is unused: the one that the number is not") {
    const State state = opened("translation");
    int hidden = 0;
    for (Size q = 0; q < 5; ++q) {
        for (Size k = 0; k < 5; ++k) {
            const Explanation explanation = state.run->anatomy->explain("decoder.layers.0.self_attn.masked_scores", {0, 0, q, k});
            CHECK(!is_unused(explanation, 0));
            CHECK(is_unused(explanation, 1) == (k > q));
            CHECK(is_unused(explanation, 2) == (k <= q));
            hidden += is_unused(explanation, 1);
        }
    }
    CHECK(hidden == 10);
    CHECK(!is_unused(state.run->anatomy->explain("decoder.layers.0.self_attn.scores", {0, 0, 1, 1}), 1));
}

}  // namespace vitrine::term_listing_test
