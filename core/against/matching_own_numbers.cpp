#include "core/against/matching_own_numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/against/deviation.h"
#include "core/text/plain_text.h"
#include "core/trace/comparison.h"

namespace vitrine {

namespace {

/// GELU and SiLU have no output below this.
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

/// Whether the numbers can be the output of this part of a model.
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

/// The factor f for which softmax(f · scores) = weights in all rows; nothing if there is none.
std::optional<double> factor_of_softmax(const TracePair& scores, const TracePair& weights) {
    constexpr double least_share = 1e-6;
    const auto width = static_cast<std::size_t>(scores.layout.shape[scores.layout.rank - 1]);
    std::vector<std::pair<double, double>> cells;  // score and logarithm of the attention weight, each minus the mean of its row
    for (std::size_t row = 0; width > 0 && row + width <= scores.theirs.size(); row += width) {
        const std::size_t first = cells.size();
        double score = 0, logarithm = 0;
        for (std::size_t i = row; i < row + width; ++i) {
            const auto share = static_cast<double>(weights.theirs[i]), number = static_cast<double>(scores.theirs[i]);
            if (!scores.counted[i] || !weights.counted[i] || !(share > least_share) || !std::isfinite(number)) continue;
            cells.emplace_back(number, std::log(share));
            score += number, logarithm += std::log(share);
        }
        const auto count = static_cast<double>(cells.size() - first);
        for (std::size_t i = first; i < cells.size(); ++i) cells[i].first -= score / count, cells[i].second -= logarithm / count;
    }
    double squares = 0, products = 0, largest = 0;
    for (const auto& [score, logarithm] : cells) squares += score * score, products += score * logarithm;
    if (!(squares > 0)) return std::nullopt;
    const double factor = products / squares;
    for (const auto& [score, logarithm] : cells) largest = std::max(largest, std::abs(factor * score - logarithm));
    constexpr double tolerance = 1e-2;
    return largest < tolerance ? std::optional(factor) : std::nullopt;
}

}  // namespace

bool repeats_itself(std::span<const float> numbers, std::span<const Size> shape) {
    if (shape.size() < 3 || shape[0] < 2) return false;
    const std::size_t part = numbers.size() / static_cast<std::size_t>(shape[0]);
    for (std::size_t i = part; i < numbers.size(); ++i) {
        if (!same_number(static_cast<double>(numbers[i]), static_cast<double>(numbers[i - part]))) return false;
    }
    return true;
}

void leave_undivided_scores(MatchedTrace& matched) {
    constexpr double tolerance = 1e-2;
    std::set<std::string> undivided, groups;
    std::map<std::string_view, const TracePair*> by_path;  // the first pair of each path
    for (const TracePair& pair : matched.pairs) by_path.emplace(pair.path, &pair);
    for (const TracePair& scores : matched.pairs) {
        const auto dot = scores.path.rfind('.');
        const std::string attention = scores.path.substr(0, dot);
        const bool are_scores = scores.path == attention + ".scores" || scores.path == attention + ".masked_scores";
        const auto weights = by_path.find(attention + ".weights");
        if (dot == std::string::npos || !are_scores || scores.by == "map" || weights == by_path.end()) continue;
        const auto factor = factor_of_softmax(scores, *weights->second);
        if (!factor || std::abs(*factor - 1) <= tolerance) continue;
        undivided.insert(scores.name), groups.insert(scores.group);
        matched.left.push_back({scores.name, "it was recorded before a division: " + in_quotes(weights->second->name) +
                                                 " is the softmax of a multiple of it"});
    }
    for (const TracePair& pair : matched.pairs) {
        if (!groups.contains(pair.group) || !undivided.insert(pair.name).second) continue;
        matched.left.push_back({pair.name, "it is named like others that were recorded before a division"});
    }
    std::erase_if(matched.pairs, [&](const TracePair& pair) { return undivided.contains(pair.name); });
}

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
