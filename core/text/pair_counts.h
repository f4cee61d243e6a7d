#pragma once
/// The words of a corpus as tokens, and how often every pair of neighbours is there, kept up to date while pairs are merged.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/text/bpe_model.h"

namespace vitrine {

class PairCounts {
public:
    /// A word and how often it is there.
    void add(std::vector<std::int32_t> word, std::int64_t times);

    /// All words are there.
    void begin();

    /// The pair that is there most often, of several the one with the smaller ids, and where it may be; none where every word is a
    /// single token. It is then to be merged.
    struct Frequent {
        BpePair pair;
        std::int64_t count;
        std::vector<std::uint32_t> words;
    };
    std::optional<Frequent> take_most_frequent();

    /// Puts the pair together in all its words.
    void merge(const Frequent& pair, std::int32_t token);

private:
    struct Word {
        std::vector<std::int32_t> tokens;
        std::int64_t times;
    };
    static bool comes_later(const Frequent& a, const Frequent& b);

    void change(const BpePair& pair, std::int64_t by);
    void meet(const BpePair& pair, std::uint32_t word);
    void merge_in(std::uint32_t word, const BpePair& pair, std::int32_t token);
    void queue_met();
    void queue(Frequent pair);

    std::vector<Word> words_;
    std::unordered_map<std::uint64_t, std::int64_t> counts_;             // by key of the pair
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> met_;  // words with a new pair
    std::vector<Frequent> queue_;                                        // a heap; counts as they were when a pair was queued
};

}  // namespace vitrine
