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

/// One merge of a word: its tokens so far, where in them the pair stands that is put together, when that merge was learned, and the
/// token that it makes.
struct BpeStep {
    std::vector<std::int32_t> before;
    std::size_t at = 0;
    std::int32_t rank = 0, token = 0;

    /// The tokens after it.
    std::vector<std::int32_t> after() const;
};

/// A word's way from bytes to tokens.
struct BpeSteps {
    std::vector<std::int32_t> bytes;  ///< the tokens it begins with; bytes without one are not among them
    std::vector<BpeStep> merges;
    std::vector<std::size_t> lost;  ///< places of the bytes without a token, in the word

    /// The tokens it ends with.
    std::vector<std::int32_t> ids() const { return merges.empty() ? bytes : merges.back().after(); }
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

    /// The same merges one by one, for looking at.
    BpeSteps steps(std::string_view word) const;

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
