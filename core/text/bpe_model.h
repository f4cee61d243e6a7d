#pragma once
/// Byte-pair encoding: a word starts as bytes; then adjacent pairs of tokens are merged, in the order in which the merges were
/// learned, until no pair is left (Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units", 2016;
/// over bytes: Radford et al. 2019).

#include <array>

#include "core/text/vocabulary.h"

namespace vitrine {

/// A pair of tokens that can be merged, by their ids.
struct BpePair {
    std::int32_t left = 0, right = 0;

    bool operator==(const BpePair&) const = default;

    /// Both ids in one number.
    std::uint64_t key() const { return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right); }
};

/// One merge in a word: the tokens before it, the index of the pair's left token, the rank of the merge (the order of learning),
/// and the resulting token.
struct BpeStep {
    std::vector<std::int32_t> before;
    std::size_t at = 0;
    std::int32_t rank = 0, token = 0;

    /// The tokens after the merge.
    std::vector<std::int32_t> after() const;
};

/// All merges of a word, from bytes to tokens.
struct BpeSteps {
    std::vector<std::int32_t> bytes;  ///< the initial tokens, without bytes that have none
    std::vector<BpeStep> merges;
    std::vector<std::size_t> lost;  ///< positions in the word of bytes without a token

    /// The final tokens.
    std::vector<std::int32_t> ids() const { return merges.empty() ? bytes : merges.back().after(); }
};

class BpeModel {
public:
    /// `vocabulary`: tokens in the byte alphabet; `merges`: in the order of learning. Throws Error where a merge occurs twice, or
    /// one of its tokens or its result is not in the vocabulary.
    BpeModel(Vocabulary vocabulary, std::vector<BpePair> merges);

    const Vocabulary& vocabulary() const { return vocabulary_; }
    const std::vector<BpePair>& merges() const { return merges_; }

    /// Whether the byte has a token.
    bool has(std::uint8_t byte) const { return tokens_of_bytes_[byte] >= 0; }

    /// Appends the tokens of a word to ids. Bytes without a token are dropped before merging; returns their number.
    std::size_t encode(std::string_view word, std::vector<std::int32_t>& ids) const;

    /// The merges of a word one by one.
    BpeSteps steps(std::string_view word) const;

private:
    friend class WordMerging;

    struct Merge {
        std::int32_t rank, token;  ///< order of learning, and resulting token
    };

    /// The merge of a pair; null if there is none.
    const Merge* find(const BpePair& pair) const;

    Vocabulary vocabulary_;
    std::vector<BpePair> merges_;
    std::unordered_map<std::uint64_t, Merge> found_;   // by BpePair::key()
    std::array<std::int32_t, 256> tokens_of_bytes_{};  // −1: none
};

}  // namespace vitrine
