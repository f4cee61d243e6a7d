#pragma once
/// The words of a corpus as tokens, and the counts of adjacent pairs, updated after every merge.

#include <optional>
#include <unordered_map>

#include "core/text/subwords/bpe_model.h"

namespace vitrine {

class PairCounts {
public:
    /// Adds a word that occurs `times` times.
    void add(std::vector<std::int32_t> word, std::int64_t times);

    /// Call after all words are added.
    void begin();

    /// The most frequent pair, and the words that may contain it. Of equally frequent pairs it is the one with the smaller ids.
    /// Removes it from the queue. Empty if no pair is left.
    struct Frequent {
        BpePair pair;
        std::int64_t count;
        std::vector<std::uint32_t> words;
    };
    std::optional<Frequent> take_most_frequent();

    /// Merges the pair in all its words.
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
    std::unordered_map<std::uint64_t, std::int64_t> counts_;             // by BpePair::key()
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> met_;  // words in which a pair is new, by BpePair::key()
    std::vector<Frequent> queue_;                                        // a heap; counts are those at the time of queueing
};

}  // namespace vitrine
