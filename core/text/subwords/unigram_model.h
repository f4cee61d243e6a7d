#pragma once
/// A unigram language model of subwords (Kudo, "Subword Regularization", 2018): every token has a score, its log-probability. Of
/// all ways to build a piece of text from tokens, the one with the highest sum is taken, found by Viterbi's algorithm.

#include <array>
#include <optional>
#include <string>

#include "core/text/vocabulary.h"

namespace vitrine {

/// One token in a piece: an arc of the lattice of all tokens that are found in it.
struct UnigramArc {
    std::size_t start = 0, end = 0;  ///< bytes in the piece
    std::int32_t token = 0;
    double score = 0;
};

struct UnigramLattice {
    std::vector<UnigramArc> arcs;   ///< ordered by where they start
    std::vector<double> best;       ///< [byte]: the highest sum of scores up to there; −∞ if no arc ends there
    std::vector<std::size_t> path;  ///< the arcs of the best way, from left to right
    std::vector<std::int32_t> ids;  ///< its tokens; consecutive unknown characters are a single token
};

class UnigramModel {
public:
    /// Throws Error if `unknown`, the id of the unknown token, is not in the vocabulary, or if the numbers of tokens and scores
    /// differ.
    UnigramModel(Vocabulary vocabulary, std::vector<double> scores, std::optional<std::int32_t> unknown, bool byte_fallback);

    const Vocabulary& vocabulary() const { return vocabulary_; }
    const std::vector<double>& scores() const { return scores_; }
    std::optional<std::int32_t> unknown() const { return unknown_; }
    bool byte_fallback() const { return byte_fallback_; }

    /// Appends the tokens of a piece to ids. Returns 0, since nothing is ever dropped. Throws Error if an unknown token is needed
    /// and there is none.
    std::size_t encode(std::string_view piece, std::vector<std::int32_t>& ids) const;

    /// Every token found in the piece, and the best way through them.
    UnigramLattice lattice(std::string_view piece) const;

private:
    template <class Visit>
    void for_each_token(std::string_view text, const Visit& visit) const;
    template <class Visit>
    void for_each_arc(std::string_view piece, std::size_t start, const Visit& visit) const;
    void append_ids(std::string_view piece, const std::vector<UnigramArc>& path, std::vector<std::int32_t>& ids) const;
    void append_token(std::string_view text, std::vector<std::int32_t>& ids) const;
    std::int32_t required_unknown() const;

    Vocabulary vocabulary_;
    std::vector<double> scores_;
    std::optional<std::int32_t> unknown_;
    bool byte_fallback_;
    double unknown_score_ = 0;
    std::vector<std::int32_t> sorted_;         // the tokens by their bytes
    std::array<std::size_t, 257> of_bytes_{};  // [byte]: the first of sorted_ that begins with it, or with a larger one
};

}  // namespace vitrine
