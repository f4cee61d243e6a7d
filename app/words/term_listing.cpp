#include "app/words/term_listing.h"

#include <algorithm>

#include <fmt/format.h>

namespace vitrine {

TermListing list_terms(const Explanation& explanation, bool every) {
    const auto runs = [](const ExplanationTerm& term) { return term.place >= 0; };
    const bool sums_a_row = explanation.kind == DependenceKind::sum && std::ranges::any_of(explanation.terms, runs);
    TermListing listing;
    for (const std::size_t place : largest_first(explanation)) {
        const ExplanationTerm& term = explanation.terms[place];
        const bool apart = sums_a_row && !runs(term), zero = sums_a_row && runs(term) && term.value == 0;
        (apart ? listing.apart : zero ? listing.zeros : listing.listed).push_back(place);
    }
    const bool many = listing.listed.size() > most_listed_terms + 1;
    listing.folds = many || !listing.zeros.empty();
    if (every) {
        listing.listed.insert(listing.listed.end(), listing.zeros.begin(), listing.zeros.end());
        listing.zeros.clear();
    } else if (many) {
        const auto rest = listing.listed.begin() + static_cast<std::ptrdiff_t>(most_listed_terms);
        listing.smaller.assign(rest, listing.listed.end());
        listing.listed.erase(rest, listing.listed.end());
    }
    return listing;
}

std::string zeros_words(const TermListing& listing) {
    const std::size_t count = listing.zeros.size();
    if (count == 1) return listing.all_zero() ? "its only term is 0" : "1 term is 0";
    return fmt::format("{}{} terms are 0", listing.all_zero() ? "all " : "", count);
}

double sum_of(const Explanation& explanation, const std::vector<std::size_t>& terms) {
    double sum = 0;
    for (const std::size_t term : terms) sum += explanation.terms[term].value;
    return sum;
}

bool is_unused(const Explanation& explanation, std::size_t term) {
    if (explanation.kind != DependenceKind::select || explanation.terms.size() != 3 || term == 0) return false;
    const bool passes = explanation.terms[0].value != 0;  // the mask, the score, the mask value
    return passes == (term == 2);
}

}  // namespace vitrine
