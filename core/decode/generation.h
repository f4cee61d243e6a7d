#pragma once
/// The record of a decoding: every word that was considered, as a tree, and what every step did. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/decode/options.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// What became of a word that was considered.
enum class Fate : std::uint8_t {
    kept,      ///< the search has gone on from it
    finished,  ///< it is eos and ends a sentence
    cut_off,   ///< the search ended with it: there may be no more words, or enough sentences have ended
    pruned,    ///< others were better, or it was not drawn
};

/// Why a word was taken.
enum class Reason : std::uint8_t { none, beginning, likeliest, drawn, in_beam, forced };

/// A word after the words before it. The first of all nodes is bos, its own parent's place −1.
struct WordNode {
    int parent = -1;
    int step = 0;  ///< the one that considered it, from 1; bos: 0
    std::int32_t token = 0;
    double probability = 1;      ///< given the words before it
    double log_probability = 0;  ///< of all words after bos up to here, under the model itself
    double score = 0;            ///< that over the length penalty
    int rank = 0;                ///< its place among those it competed with in its step, from 0: each draw has its own
    bool ends = false;           ///< it is eos
    Fate fate = Fate::pruned;
    Reason reason = Reason::none;
    std::optional<double> drawn = std::nullopt;  ///< the number from [0, 1) that fell on it
};

/// The keys and values that one decoder layer's self-attention computed for one position: the row that a cache gains.
struct CacheRow {
    std::vector<Scalar> key, value;  // [D]
};

/// One sentence in the making, as one step found it: the decoder has read its last word.
struct StepRow {
    int node = 0;                       ///< the last word
    std::vector<Scalar> logits = {};    // [V], what comes next
    std::vector<Tensor> attended = {};  // for each decoder layer [head, key]: the weights of its cross-attention
    std::vector<CacheRow> added = {};   // for each decoder layer, with a cache
};

/// A count of multiplications, with the cache and without.
struct StepWork {
    double with_cache = 0, without_cache = 0;
};

struct DecodeStep {
    std::vector<StepRow> rows = {};    ///< the sentences that were continued, the best first
    std::vector<int> considered = {};  ///< nodes, the best first; of several draws one draw after another
    Size rows_reused = 0,
         rows_added = 0;         ///< of keys, and as many of values, in each layer's self-attention, all sentences together
    StepWork multiplications{};  ///< of the decoder; in the first step with the keys and values of the source
    double microseconds = 0;     ///< what the step took, as it was computed
};

struct Hypothesis {
    int node = 0;          ///< the last word
    Sentence tokens = {};  ///< with bos and, where it has ended, eos
    double log_probability = 0, score = 0;
    bool finished = false;  ///< it ends with eos; otherwise there were as many words as there may be
};

struct Generation {
    Sentence source = {};
    DecodeOptions options{};
    Size most_new_tokens = 0;
    bool cached = false;
    std::string cache_refusal = {};  ///< why not, where a cache was wanted
    std::vector<WordNode> nodes = {};
    std::vector<DecodeStep> steps = {};
    std::vector<Hypothesis> hypotheses = {};  ///< best first, as many as were asked for or there are
    double encoder_microseconds = 0;
    bool complete = false;  ///< false while it grows, or where it was stopped
};

/// The words from bos to a node.
Sentence tokens_to(const Generation& generation, int node);

/// The last word of a sentence that a beam search left growing although it scores better than the best that has ended; nothing
/// where there is none. Going on (early_stopping = false) would have shown whether it stays so.
std::optional<int> better_unfinished(const Generation& generation);

/// What all words together took of the decoder: its multiplications, those of the source's keys and values among them, and its
/// time.
StepWork multiplications_of(const Generation& generation);
double microseconds_of(const Generation& generation);

/// The nodes from bos to a node, both included.
std::vector<int> path_to(const Generation& generation, int node);

/// What the model said after a node; null where the search has not gone on from it.
const StepRow* row_after(const Generation& generation, int node);

/// Why a word was taken, or was not, in a sentence: "second best of the 6 considered: stays in the beam".
std::string why(const Generation& generation, int node);

}  // namespace vitrine
