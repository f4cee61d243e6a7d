#pragma once
/// Byte-pair encoding: words are bytes at first, and the pair that was learned earliest is put together first, until no two
/// neighbours are a pair (Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units", 2016; over
/// bytes: Radford et al. 2019).

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/vocabulary.h"

namespace vitrine {

/// Two tokens that are put together, by their ids.
struct BpePair {
    std::int32_t left = 0, right = 0;

    bool operator==(const BpePair&) const = default;

    /// Both in one number, in their order.
    std::uint64_t key() const { return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right); }
};

class BpeModel {
public:
    /// The tokens are written in the byte alphabet; the merges stand in the order in which they were learned. Throws Error where a
    /// merge is there twice or needs or makes a token that is not in the vocabulary.
    BpeModel(Vocabulary vocabulary, std::vector<BpePair> merges);

    const Vocabulary& vocabulary() const { return vocabulary_; }
    const std::vector<BpePair>& merges() const { return merges_; }

    /// Whether a byte has a token of its own.
    bool has(std::uint8_t byte) const { return tokens_of_bytes_[byte] >= 0; }

    /// Adds the tokens of a word's bytes to the ids. Bytes without a token are dropped before merging; returned is how many.
    std::size_t encode(std::string_view word, std::vector<std::int32_t>& ids) const;

private:
    friend class WordMerging;

    struct Merge {
        std::int32_t rank, token;  ///< when it was learned, and what it makes
    };

    /// Null where the two are no pair.
    const Merge* find(const BpePair& pair) const;

    Vocabulary vocabulary_;
    std::vector<BpePair> merges_;
    std::unordered_map<std::uint64_t, Merge> found_;   // by key
    std::array<std::int32_t, 256> tokens_of_bytes_{};  // -1: there is none
};

}  // namespace vitrine
