#pragma once
/// What is derived from the heads of a run: computed head by head on demand, and cached.

#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "app/run/attention_lines.h"
#include "core/io/words/model_card.h"

namespace vitrine {

struct Run;

/// Derived data of one head that are too costly for every frame.
struct HeadDetail {
    HeadWeights weights;
    Tensor contributions;                     // [query, key]
    MaskTensor mask{Axis::query, Axis::key};  // 1 = the query may attend to the key
    std::uint64_t generation = 0;             ///< identifies these tensors: unique in this process
    Scalar largest_contribution = 0;          ///< of the finite ones
    bool hides = false;                       ///< some key is hidden from some query
    bool all_see = true;                      ///< every query may attend to at least one key
    bool sum_to_one = true;                   ///< the weights of every query that may attend to a key sum to 1, up to rounding
};

/// Among which pairs the suggested one has the largest weight: the first of these kinds that exists. In all of them, the query
/// may attend to the key and has a choice among several; words are neither <bos>, <eos> nor padding.
enum class ProposalRule : std::uint8_t {
    words,    ///< a word attends to another word
    on_word,  ///< <bos>, <eos> or padding attends to a word
    any,      ///< any pair
    none,     ///< there is none: the first cell is suggested
};

struct ProposedPair {
    TokenPair tokens;
    ProposalRule rule = ProposalRule::none;
    Size alike = 0;  ///< how many pairs of the rule have this weight, itself included; see weights_alike()
};

/// For one thread at a time: for the drawing thread, as soon as the run is shown.
class AttentionReadings {
public:
    /// All functions: a run of another generation empties the cache.
    const HeadReading& reading(const Run& run, const AttentionPlace& place, const HeadPlace& head);
    const HeadDetail& detail(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// The lines between the head's words. Only the last result is cached.
    const WordLines& lines(const Run& run, const AttentionPlace& place, const HeadPlace& head, const LinesAsked& asked);

    /// The pair that is suggested for explanation; of equal weights the first, row by row.
    const ProposedPair& proposed_pair(const Run& run, const AttentionPlace& place, const HeadPlace& head);

    /// Computes reading() of all heads for the first sentence. To be called on another thread than the drawing thread.
    void read_all(const Run& run);

private:
    using Key = std::tuple<AttentionPlace, HeadPlace>;

    struct KnownLines {
        Key key;
        LinesAsked asked;
        WordLines found;
    };

    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<Key, HeadReading> readings_;
    std::map<Key, HeadDetail> details_;
    std::map<Key, ProposedPair> proposed_;
    std::optional<KnownLines> lines_;
};

/// A head that is drawn as what reaches which word.
struct AlignmentHead {
    AttentionPlace place;
    Size head = 0;
    std::optional<CardAlignment> measured = {};  ///< in the model's card
    std::optional<double> information = {};  ///< otherwise, as it was chosen by it: mutual_information() in the sentence, in bits
};

/// The head of the cross-attention that the model's card names. Nothing if it names none, or one that the model does not have.
std::optional<AlignmentHead> measured_head(const Run& run);

/// The head of the cross-attention that aligns source and target: measured_head() or, if there is none, telling_head() of the last
/// layer. Nothing for a model without cross-attention.
std::optional<AlignmentHead> alignment_head(const Run& run, Size sentence);

/// The head of an attention of which mutual_information() is the largest in a sentence: that from whose attention one could tell
/// best which of these queries is asking. Of equal ones the first. Requires: the run has the attention.
AlignmentHead telling_head(const Run& run, const AttentionPlace& place, Size sentence, std::span<const Size> queries);

/// How often a head looks at the right token on held-out sentences, 0 … 1, as the model's card says of the head that does so most
/// often; nothing for other heads, and where the run is not that of the weights that were measured.
std::optional<double> measured_alignment(const Run& run, const AttentionPlace& place, Size head);

/// The head of an attention whose weights are the most concentrated in a sentence: the one with the least evenness
/// (HeadReading::evenness). Of equal ones the first. Requires: the run has the attention.
Size sharpest_head(const Run& run, const AttentionPlace& place, Size sentence);

/// The head of an attention in which a token gives the most weight to another word of the sentence, so neither to itself nor to a
/// mark of its beginning or end. Of equal ones the first. `query`: the token's position. Requires: the run has the attention and
/// the position.
Size word_head(const Run& run, const AttentionPlace& place, Size sentence, Size query);

}  // namespace vitrine
