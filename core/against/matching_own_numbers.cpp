#include "core/against/matching_own_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/against/deviation.h"

namespace vitrine {

namespace {

/// GELU and SiLU put out nothing below.
constexpr float least_of_activation = -0.3F;

bool every_number(std::span<const OwnNumbers> tensors, auto holds) {
    return std::ranges::all_of(tensors, [&](const OwnNumbers& tensor) { return std::ranges::all_of(tensor.numbers, holds); });
}

/// Whether the terms of every row add up to 1.
bool rows_add_up(std::span<const OwnNumbers> tensors, auto term) {
    constexpr double tolerance = 1e-3;
    for (const auto& [numbers, width] : tensors) {
        const auto step = static_cast<std::size_t>(std::max<Size>(1, width));
        for (std::size_t row = 0; row + step <= numbers.size(); row += step) {
            double sum = 0;
            for (const float x : numbers.subspan(row, step)) sum += term(static_cast<double>(x));
            if (!(std::abs(sum - 1) < tolerance)) return false;
        }
    }
    return true;
}

/// Whether the numbers can be what this part of a model puts out.
bool can_be(NamedPart part, std::span<const OwnNumbers> tensors, const Configuration& c) {
    const auto is_hidden = [](float x) { return x <= static_cast<float>(as_good_as_hidden); };
    const auto is_share = [](float x) { return !(x < 0); };
    const bool hides = !every_number(tensors, [&](float x) { return !is_hidden(x); });
    switch (part) {
        case NamedPart::weights:
        case NamedPart::dropped_weights:
            return every_number(tensors, is_share);
        case NamedPart::scores:
            return !hides && !every_number(tensors, is_share);
        case NamedPart::masked_scores:
            return (hides || (c.mask_value && *c.mask_value > as_good_as_hidden)) && !every_number(tensors, is_share);
        case NamedPart::activation:
            return every_number(tensors, [](float x) { return !(x < least_of_activation); });
        case NamedPart::linear1:
            return !every_number(tensors, [](float x) { return !(x < least_of_activation); });
        case NamedPart::probabilities:
            return every_number(tensors, is_share) && rows_add_up(tensors, [](double x) { return x; });
        case NamedPart::log_probabilities:
            return every_number(tensors, [](float x) { return !(x > 0); }) &&
                   rows_add_up(tensors, [](double x) { return std::exp(x); });
        case NamedPart::logits:
            return !can_be(NamedPart::probabilities, tensors, c) && !can_be(NamedPart::log_probabilities, tensors, c);
        default:
            return true;
    }
}

}  // namespace

std::vector<NameGuess> possible(const std::vector<NameGuess>& guesses, std::span<const OwnNumbers> tensors,
                                const Configuration& c) {
    std::vector<NameGuess> left;
    std::ranges::copy_if(guesses, std::back_inserter(left), [&](const NameGuess& guess) { return can_be(guess.part, tensors, c); });
    if (!left.empty()) return left;
    left = guesses;
    const auto of_scores = [](const NameGuess& guess) {
        return guess.part == NamedPart::scores || guess.part == NamedPart::masked_scores;
    };
    if (can_be(NamedPart::probabilities, tensors, c)) std::erase_if(left, of_scores);
    return left;
}

}  // namespace vitrine
