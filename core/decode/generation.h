#pragma once
/// The record of a decoding: a tree of all considered tokens, and the data of every step.

#include <optional>
#include <string>
#include <vector>

#include "core/decode/options.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// The outcome of a considered token.
enum class Fate : std::uint8_t {
    kept,      ///< the search continued from it
    finished,  ///< it is eos and ends its sentence
    cut_off,   ///< the last token of a sentence when the search ended, by its length limit or because enough sentences had ended
    pruned,    ///< not chosen: others were better, or it was not drawn
};

/// Why a token was chosen.
enum class Reason : std::uint8_t {
    none,
    beginning,
    likeliest,
    drawn,
    in_beam,
    forced,    ///< by hand
    required,  ///< by a rule of the model's folder
};

/// A token in the tree. The root is bos, with parent −1; in a decoder alone it is the prompt's first token, followed by the rest
/// of the prompt.
struct WordNode {
    int parent = -1;
    int step = 0;  ///< the step that considered it, counted from 1; bos and the prompt: 0
    std::int32_t token = 0;
    double probability = 1;      ///< given the tokens before it
    double log_probability = 0;  ///< sum from the root to here, without bos, of the model's own log probabilities
    double score = 0;            ///< log_probability / length penalty
    int rank = 0;                ///< rank among the tokens it competed with in its step, from 0; each draw has its own ranking
    bool ends = false;           ///< it is eos
    Fate fate = Fate::pruned;
    Reason reason = Reason::none;
    std::optional<double> drawn = std::nullopt;  ///< the random number from [0, 1) that selected it
    double share_from = 0, share_to = 0;         ///< the interval of [0, 1) that `drawn` fell into
};

/// One row of the key-value cache: key and value of one position in the self-attention of one decoder layer. With rotary
/// positions, the key is the turned one.
struct CacheRow {
    std::vector<Scalar> key, value;  // [key heads · features of a head]
};

/// A growing sentence in one step, after the decoder has read its last token.
struct StepRow {
    int node = 0;                     ///< its last token
    std::vector<Scalar> logits = {};  // [V], for the next token
    /// Attention weights of the last token, [head, key] for each decoder layer: on the source or, in a decoder alone, on the tokens
    /// read so far.
    std::vector<Tensor> attended = {};
    std::vector<CacheRow> added = {};          // the new cache row of each decoder layer; empty without a cache
    std::vector<std::int32_t> forbidden = {};  // next tokens that the model's rules forbid, ascending
};

/// A number of multiplications, with a cache and without.
struct StepWork {
    double with_cache = 0, without_cache = 0;
};

struct DecodeStep {
    std::vector<StepRow> rows = {};    ///< the sentences that are continued, the best first
    std::vector<int> considered = {};  ///< nodes, the best first; with several draws, draw by draw
    Size rows_reused = 0,
         rows_added = 0;         ///< rows of keys (and as many of values) per layer's self-attention, over all sentences
    StepWork multiplications{};  ///< of the decoder; the first step includes the keys and values of the source
    double microseconds = 0;     ///< measured computing time
};

struct Hypothesis {
    int node = 0;          ///< its last token
    Sentence tokens = {};  ///< with bos, and with eos if it is finished
    double log_probability = 0, score = 0;
    bool finished = false;  ///< it ends with eos; otherwise it reached the length limit
};

struct Generation {
    Sentence source = {};
    DecodeOptions options{};
    Size most_new_tokens = 0;
    bool cached = false;
    std::string cache_refusal = {};  ///< why no cache is used although one was wanted
    std::vector<WordNode> nodes = {};
    std::vector<DecodeStep> steps = {};
    std::vector<std::vector<CacheRow>> prompt_rows = {};  ///< cache rows of all tokens of the prompt except the last, layer by
                                                          ///< layer
    std::vector<Hypothesis> hypotheses = {};              ///< best first; at most n_best
    double encoder_microseconds = 0;
    bool complete = false;  ///< false while decoding, or if it was stopped
};

/// The tokens from bos to a node.
Sentence tokens_to(const Generation& generation, int node);

/// The last node of an unfinished sentence of a beam search that scores higher than the best finished one; empty if there is none.
/// With early_stopping = false the search would have continued it.
std::optional<int> better_unfinished(const Generation& generation);

/// The node of the last token that was given: bos or, in a decoder alone, the prompt's last token. The nodes from 0 to this one
/// are all given.
int last_given(const Generation& generation);

/// The rule that forbids a token after a node: the sequence that it would complete; null if the token is allowed.
const Sentence* forbidding_rule(const Generation& generation, int node, std::int32_t token);

/// Whether the last token of a rule would complete it after these tokens. Requires: the rule is not empty.
bool is_completed_by_last(const Sentence& tokens, const Sentence& rule);

/// The number of sentences that have ended with eos.
Size ended_sentences(const Generation& generation);

/// The decoder's multiplications for all steps, including those for the keys and values of the source; and its time in
/// microseconds.
StepWork multiplications_of(const Generation& generation);
double microseconds_of(const Generation& generation);

/// The nodes from bos to a node, both included.
std::vector<int> path_to(const Generation& generation, int node);

/// The model's output after a node; null if the search did not continue from it.
const StepRow* row_after(const Generation& generation, int node);

/// Why a token was chosen or not, as a phrase: "second best of the 6 considered: stays in the beam".
std::string why(const Generation& generation, int node);

}  // namespace vitrine
