#pragma once
/// What the view of decoding remembers: how it is done, what has come of it, and which word of the search is looked at.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/run/edits.h"
#include "app/run/run.h"
#include "core/decode/candidates.h"
#include "core/decode/generate.h"
#include "core/io/model.h"
#include "core/model/batch_edit.h"
#include "core/model/variant.h"

namespace vitrine {

struct State;

/// Back and forth in the sentence, and up and down among the words of a step.
enum class TreeMove : std::uint8_t { before, after, up, down };

struct StrategyInfo {
    std::string_view name;   ///< in files and anchors
    std::string_view label;  ///< on screen
    std::string_view tip;
};

/// All of them, in the order of the enumeration.
std::span<const StrategyInfo> strategies();

/// What is decoded, and how: two equal questions have the same answer.
struct DecodingQuestion {
    std::shared_ptr<const Model> model;                        ///< what decodes
    std::shared_ptr<const Parameters> parameters;              ///< its weights, with what was written into them by hand
    std::shared_ptr<const Model> opened = {};                  ///< that is what was opened, unless a variant of it decodes,
    std::shared_ptr<const Parameters> opened_parameters = {};  ///< and these are the weights it came with
    Variant variant{};
    Design design{};
    Interventions interventions{};  ///< those that take part; see DecodingModel
    Sentence source{};
    DecodeOptions options{};
};

/// What decodes follows from what was opened and what is altered, and is made anew whenever another word is edited.
bool operator==(const DecodingQuestion& a, const DecodingQuestion& b);

/// What the steps of a decoding took, in microseconds.
struct MeasuredSteps {
    std::vector<double> steps = {};
    double total = 0;
};

/// An answer. Immutable once made.
struct Decoded {
    DecodingQuestion question;
    Generation generation;
    std::optional<MeasuredSteps> uncached;     ///< the same without the cache, measured beside it; none where there is no cache
    std::uint64_t number = next_generation();  ///< differs between any two: pictures are drawn from what was uploaded under it
};

/// The step of the history with which a chosen word has put a sentence into the batch.
struct LoadedSentence {
    std::string what;                    ///< its words
    std::shared_ptr<const Batch> batch;  ///< the sentences it led to; null: those the model was opened on
    Size sentence = 0;                   ///< in whose place it is
    Sentence forced = {};                ///< what was chosen by hand in the answer that it is of
};

/// The two sides of a comparison while the first is still being made.
struct ComparedSentences {
    Edits a;
    ReplaceTarget b;
    std::string what;  ///< is done to get B, for undo
};

struct GenerateView {
    /// `forced` among them: the words chosen by hand.
    DecodeOptions options{.strategy = Strategy::beam, .max_new_tokens = 12, .beams = 3, .length_penalty = 0.6, .n_best = 3};
    std::shared_ptr<const Decoded> decoded = {};   ///< the newest answer; it may be to an earlier question
    std::shared_ptr<const Decoded> unforced = {};  ///< what there was without the forced words; see unforced_of()
    std::optional<int> node = {};              ///< of the newest answer, the word that is looked at; none: the best sentence's last
    std::optional<SamplingOptions> held = {};  ///< while a slider of these is held: what they were when the sentence was asked for
    int layer = -1;                            ///< whose cross-attention and cache are shown; −1: the last
    std::optional<double> grown = {};          ///< while the sentence grows on the screen: how many steps are there

    std::string problem = {};                      ///< why there is no answer to the question of now; empty: there is or will be
    std::optional<DecodingQuestion> refused = {};  ///< that question

    std::optional<LoadedSentence> loaded = {};
    std::optional<ComparedSentences> compared = {};
};

/// The options as far as they can be had of a model and a source: within their limits, and the rest unchanged. Forced words that
/// the vocabulary does not have are left out, and those after them.
DecodeOptions clamped(DecodeOptions options, const Configuration& configuration, Size source_length);

/// The sentence and the options of now; nothing where there is no run. What the strategy does not use is as it is at first: it
/// changes no answer. While two runs are compared, it is about B; while a slider of sampling is held, about what was before.
std::optional<DecodingQuestion> decoding_question(const State& state);

/// What the model chooses by itself.
DecodingQuestion without_forced(DecodingQuestion question);

/// What the open view has to ask next: the question of now, or, where words are forced, the same without them; nothing where both
/// are answered, or cannot be.
std::optional<DecodingQuestion> unanswered_question(const State& state);

/// True where there is such a question.
bool lacks_decoding(const State& state);

/// True where answering takes so little time that the next frame may wait for it.
bool decodes_at_once(const DecodingQuestion& question);

/// True where the newest answer is to the sentence of now: its words can be chosen and forced.
bool is_of_this_sentence(const State& state);

/// The answer that differs from the newest one in the forced words alone; null where none are, or while it is not there.
const Decoded* unforced_of(const State& state);

/// True where a word was forced, and both answers are there: with it and without.
bool can_compare_forced(const State& state);

/// The newest answer, also while another one is under way; null where there is none. It is to this model.
const Decoded* decoded_of(const State& state);

// There is an answer for all that follows.

/// The node that is looked at, and the one before it, in whose step it was chosen: that step's words are listed, and it is the run
/// that ChooseWord loads. Nothing has chosen bos: where it is looked at, it asks for the first word itself.
int shown_node(const State& state);
int asking_node(const State& state);

/// The words that could come after asking_node(), as the options of now weigh and cut them; the model does not run for it.
std::vector<Candidate> shown_candidates(const State& state);

/// How many steps are on the screen: all, or those that have grown so far.
int shown_steps(const State& state);

/// The cross-attention and cache layer that is shown.
int shown_layer(const State& state);

/// "Je suis" for a node: the words to it without bos.
std::string words_to(const State& state, int node);

/// Words of the model's target as a sentence; those that are pieces are put together.
std::string joined_words(const Model& model, const Sentence& tokens);

/// Where a move from the node that is looked at leads; to itself, where it leads nowhere.
int node_after(const State& state, TreeMove move);

/// The node of a generation to which these words lead, bos the first of them; nothing where it has considered no such words.
std::optional<int> find_node(const Generation& generation, const Sentence& tokens);

/// The node to which as many of these words lead as there are; where only the last is missing, the word that was taken in its
/// place, so that it is the same step's.
int nearest_node(const Generation& generation, Sentence tokens);

}  // namespace vitrine
