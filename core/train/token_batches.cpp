#include "core/train/token_batches.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vitrine {

namespace {

constexpr Size batches_in_window = 50;

std::pair<std::uint32_t, std::uint32_t> by_length(const PairLengths& lengths) { return {lengths.target, lengths.source}; }

/// Adds the batches of a sorted window.
void cut_window(std::span<const std::uint32_t> window, std::span<const PairLengths> lengths, Size most, OrderedBatches& batches) {
    PairLengths longest;
    Size pairs = 0;
    for (const std::uint32_t pair : window) {
        const PairLengths both{std::max(longest.source, lengths[pair].source), std::max(longest.target, lengths[pair].target)};
        if (pairs > 0 && (pairs + 1) * both.tokens() > most) {
            batches.begins.push_back(batches.begins.back() + static_cast<std::uint32_t>(pairs));
            longest = lengths[pair], pairs = 1;
        } else {
            longest = both, ++pairs;
        }
    }
    batches.begins.push_back(batches.begins.back() + static_cast<std::uint32_t>(pairs));
}

}  // namespace

OrderedBatches cut_by_tokens(std::vector<std::uint32_t> order, std::span<const PairLengths> lengths, Size most,
                             std::size_t window) {
    OrderedBatches batches{.order = std::move(order), .begins = {0}};
    for (std::size_t begin = 0; begin < batches.order.size(); begin += window) {
        const auto some = std::span(batches.order).subspan(begin, std::min(window, batches.order.size() - begin));
        std::ranges::stable_sort(some, {}, [&](std::uint32_t pair) { return by_length(lengths[pair]); });
        cut_window(some, lengths, most, batches);
    }
    return batches;
}

void shuffle_batches(Random& random, OrderedBatches& batches) {
    std::vector<std::size_t> places(batches.count());
    std::iota(places.begin(), places.end(), std::size_t{0});
    for (std::size_t left = places.size(); left > 1; --left) std::swap(places[left - 1], places[random.below(left)]);
    OrderedBatches shuffled{.order = {}, .begins = {0}};
    shuffled.order.reserve(batches.order.size());
    shuffled.begins.reserve(batches.begins.size());
    for (const std::size_t place : places) {
        const auto batch = batches.batch(place);
        shuffled.order.insert(shuffled.order.end(), batch.begin(), batch.end());
        shuffled.begins.push_back(static_cast<std::uint32_t>(shuffled.order.size()));
    }
    batches = std::move(shuffled);
}

std::size_t pairs_in_window(std::span<const PairLengths> lengths, Size most) {
    Size tokens = 0;
    for (const PairLengths& pair : lengths) tokens += pair.tokens();
    if (tokens == 0) return 1;
    const double mean = static_cast<double>(tokens) / static_cast<double>(lengths.size());
    return std::max<std::size_t>(1, static_cast<std::size_t>(batches_in_window * static_cast<double>(most) / mean));
}

}  // namespace vitrine
