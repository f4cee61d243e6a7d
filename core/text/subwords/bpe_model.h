#pragma once
/// Byte-pair encoding: a piece of text starts as characters; then adjacent pairs of tokens are merged, in the order in which the
/// merges were learned, until no pair is left (Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword
/// Units", 2016). Over bytes (Radford et al. 2019) the characters are those of core/text/byte_alphabet.h.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabulary.h"

namespace vitrine {

/// A pair of tokens that can be merged, by their ids.
struct BpePair {
    std::int32_t left = 0, right = 0;

    bool operator==(const BpePair&) const = default;

    /// Both ids in one number.
    std::uint64_t key() const { return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right); }
};

/// One merge in a piece: the tokens before it, the index of the pair's left token, the rank of the merge (the order of learning),
/// and the resulting token.
struct BpeStep {
    std::vector<std::int32_t> before;
    std::size_t at = 0;
    std::int32_t rank = 0, token = 0;

    /// The tokens after the merge.
    std::vector<std::int32_t> after() const;
};

/// All merges of a piece, from its characters to tokens.
struct BpeSteps {
    std::vector<std::int32_t> symbols;  ///< the initial tokens, without characters that have no token
    std::vector<BpeStep> merges;
    std::vector<std::size_t> lost;  ///< which characters of the piece have no token

    /// The final tokens.
    std::vector<std::int32_t> ids() const { return merges.empty() ? symbols : merges.back().after(); }
};

/// What to do with characters without a token, and how tokens are spelled.
struct BpeOptions {
    std::optional<std::string> unknown = {};  ///< the token that replaces them; nothing: they are dropped
    bool fuse_unknown = false;                ///< one such token for all consecutive characters without a token
    bool byte_fallback = false;               ///< first tries tokens such as <0xC3>, one for each byte
    bool ignore_merges = false;               ///< a piece that is itself a token becomes that token, without merging
    std::string continuing_prefix = {};       ///< put before every character of a piece except the first
    std::string end_suffix = {};              ///< put after the last character of a piece

    bool operator==(const BpeOptions&) const = default;
};

class BpeModel {
public:
    /// `merges`: in the order of learning. Throws Error if a merge occurs twice, or if one of its tokens or its result is not in
    /// the vocabulary.
    BpeModel(Vocabulary vocabulary, std::vector<BpePair> merges, BpeOptions options = {});

    const Vocabulary& vocabulary() const { return vocabulary_; }
    const std::vector<BpePair>& merges() const { return merges_; }
    const BpeOptions& options() const { return options_; }

    /// Whether the byte has a token in the byte alphabet.
    bool has(std::uint8_t byte) const;

    /// Appends the tokens of a piece to ids. Returns the number of characters that were dropped. Throws Error if the unknown
    /// token is needed but is not in the vocabulary.
    std::size_t encode(std::string_view piece, std::vector<std::int32_t>& ids) const;

    /// The merges of a piece one by one. Ignores the option ignore_merges.
    BpeSteps steps(std::string_view piece) const;

private:
    friend class PieceMerging;
    friend class SymbolReading;

    struct Merge {
        std::int32_t rank = -1, token = -1;  ///< order of learning, and resulting token
        std::uint64_t pair = no_pair;        ///< BpePair::key()
    };
    static constexpr std::uint64_t no_pair = ~std::uint64_t(0);

    /// The merge of a pair; null if there is none.
    const Merge* find(const BpePair& pair) const;

    /// The index in found_ of the merge of a pair, or of its free place.
    std::size_t place_of(std::uint64_t pair) const;

    void read_merge(std::size_t rank);

    Vocabulary vocabulary_;
    std::vector<BpePair> merges_;
    BpeOptions options_;
    std::int32_t unknown_ = -1;                        // −1: none
    std::vector<Merge> found_;                         // a hash table of merges by their pairs, at most half full
    std::array<std::int32_t, 0x180> of_characters_{};  // tokens of the first characters of Unicode; −1: none
    std::array<std::int32_t, 256> fallbacks_{};        // <0x00> to <0xFF>; −1: none
};

}  // namespace vitrine
