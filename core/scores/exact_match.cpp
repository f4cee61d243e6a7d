#include "core/scores/exact_match.h"

#include <algorithm>

#include "core/scores/white_space.h"

namespace vitrine {

bool is_exact_match(const Translation& translation) {
    const auto words = split_at_white_space(translation.text);
    return std::any_of(translation.references.begin(), translation.references.end(),
                       [&](std::string_view reference) { return split_at_white_space(reference) == words; });
}

double exact_match(std::span<const Translation> translations) {
    if (translations.empty()) return 0;
    const auto right = std::count_if(translations.begin(), translations.end(), is_exact_match);
    return static_cast<double>(right) / static_cast<double>(translations.size());
}

}  // namespace vitrine
