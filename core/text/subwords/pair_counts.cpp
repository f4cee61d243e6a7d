#include "core/text/subwords/pair_counts.h"

#include <algorithm>
#include <utility>

namespace vitrine {

namespace {

BpePair pair_of(std::uint64_t key) { return {static_cast<std::int32_t>(key >> 32), static_cast<std::int32_t>(key & 0xffffffffU)}; }

}  // namespace

bool PairCounts::comes_later(const Frequent& a, const Frequent& b) {
    return a.count != b.count ? a.count < b.count : a.pair.key() > b.pair.key();
}

void PairCounts::add(std::vector<std::int32_t> word, std::int64_t times) {
    const auto index = static_cast<std::uint32_t>(words_.size());
    for (std::size_t i = 0; i + 1 < word.size(); ++i) {
        const BpePair pair{word[i], word[i + 1]};
        change(pair, times);
        meet(pair, index);
    }
    words_.push_back({std::move(word), times});
}

void PairCounts::begin() { queue_met(); }

std::optional<PairCounts::Frequent> PairCounts::take_most_frequent() {
    while (!queue_.empty()) {
        std::pop_heap(queue_.begin(), queue_.end(), comes_later);
        Frequent top = std::move(queue_.back());
        queue_.pop_back();
        const std::int64_t now = counts_[top.pair.key()];
        if (now < 1) continue;
        if (now == top.count) return top;
        top.count = now;  // other merges removed some occurrences
        queue(std::move(top));
    }
    return std::nullopt;
}

void PairCounts::merge(const Frequent& pair, std::int32_t token) {
    for (const std::uint32_t word : pair.words) merge_in(word, pair.pair, token);
    queue_met();
}

void PairCounts::change(const BpePair& pair, std::int64_t by) { counts_[pair.key()] += by; }

void PairCounts::meet(const BpePair& pair, std::uint32_t word) {
    auto& words = met_[pair.key()];
    if (words.empty() || words.back() != word) words.push_back(word);  // words come in ascending order
}

void PairCounts::merge_in(std::uint32_t index, const BpePair& pair, std::int32_t token) {
    auto& [tokens, times] = words_[index];
    std::size_t kept = 0;  // number of tokens kept, which move to the front
    for (std::size_t i = 0; i < tokens.size(); ++i, ++kept) {
        if (i + 1 >= tokens.size() || pair != BpePair{tokens[i], tokens[i + 1]}) {
            tokens[kept] = tokens[i];
            continue;
        }
        if (kept > 0) {
            change({tokens[kept - 1], pair.left}, -times);
            change({tokens[kept - 1], token}, times);
            meet({tokens[kept - 1], token}, index);
        }
        if (i + 2 < tokens.size()) {
            change({pair.right, tokens[i + 2]}, -times);
            change({token, tokens[i + 2]}, times);
            meet({token, tokens[i + 2]}, index);
        }
        tokens[kept] = token;
        ++i;
    }
    tokens.resize(kept);
}

void PairCounts::queue_met() {
    for (auto& [key, words] : met_) {
        const std::int64_t count = counts_[key];
        if (count > 0) queue({pair_of(key), count, std::move(words)});
    }
    met_.clear();
}

void PairCounts::queue(Frequent pair) {
    queue_.push_back(std::move(pair));
    std::push_heap(queue_.begin(), queue_.end(), comes_later);
}

}  // namespace vitrine
