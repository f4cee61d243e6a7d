#pragma once
/// The state of the decoding view: the options, the answer, and the shown word of the search.

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

/// Moves to the previous or next word of the sentence, or up and down among the words of a step.
enum class TreeMove : std::uint8_t { before, after, up, down };

struct StrategyInfo {
    std::string_view name;   ///< in files and anchors
    std::string_view label;  ///< on screen
    std::string_view tip;
};

/// All strategies, in the order of the enumeration.
std::span<const StrategyInfo> strategies();

/// What is decoded, and how. Equal questions have equal answers.
struct DecodingQuestion {
    std::shared_ptr<const Model> model;                        ///< the model that decodes
    std::shared_ptr<const Parameters> parameters;              ///< its weights, including numbers set by hand
    std::shared_ptr<const Model> opened = {};                  ///< the opened model, of which `model` may be a variant
    std::shared_ptr<const Parameters> opened_parameters = {};  ///< the weights of the opened model
    Variant variant{};
    Design design{};
    Interventions interventions{};  ///< those that affect decoding; see DecodingModel
    Sentence source{};
    DecodeOptions options{};
};

/// `model` and `parameters` are not compared: they follow from the other fields, and are new objects after every edit.
bool operator==(const DecodingQuestion& a, const DecodingQuestion& b);

/// The times of the steps of a decoding, in microseconds.
struct MeasuredSteps {
    std::vector<double> steps = {};
    double total = 0;
};

/// Those of several runs of one decoding: as it was asked for and, where it uses the cache, without it. See timing.h.
struct MeasuredTimes {
    std::vector<MeasuredSteps> with = {}, without = {};
    double resolution = 0;  ///< of the clock
};

/// An answer. Immutable once made.
struct Decoded {
    /// The candidates after one row, in order: with a large vocabulary too many to be sorted in every frame.
    struct Candidates {
        const StepRow* row = nullptr;
        SamplingOptions sampling{};
        std::vector<Candidate> all{};
        std::vector<std::size_t> place_of{};  ///< by token: its index in `all`
        std::vector<double> share_from{0.0};  ///< by place: the probability of all from there on; one entry more than `all`
        std::vector<Size> drawable_from{0};   ///< likewise: how many of these can be drawn
        std::size_t drawable_end = 0;         ///< the place behind the last that can be drawn
    };

    DecodingQuestion question;
    Generation generation;
    std::uint64_t number = next_generation();  ///< unique per answer: identifies the pictures uploaded for it
    mutable Candidates shown{};                ///< those shown last; for the drawing thread
};

/// The step of the history that put a chosen sentence into the batch.
struct LoadedSentence {
    std::string what;                    ///< the step's text
    std::shared_ptr<const Batch> batch;  ///< the sentences after the step; null: those the model was opened on
    Size sentence = 0;                   ///< index of the replaced sentence
    Sentence forced = {};                ///< the forced words of the answer it is from
};

/// Both sides of a comparison while run A is being made.
struct ComparedSentences {
    Edits a;
    ReplaceTarget b;
    std::string what;  ///< the step that leads to B, for undo
};

/// What a sentence of the batch holds in a decoder alone: a prompt, and words that were generated after it.
struct ContinuedSentence {
    Size sentence = 0;
    Sentence row = {};
    Size prompt = 0;  ///< its length
};

struct GenerateView {
    /// Includes `forced`, the words chosen by hand.
    DecodeOptions options{.strategy = Strategy::beam, .max_new_tokens = 12, .beams = 3, .length_penalty = 0.6, .n_best = 3};
    std::shared_ptr<const Decoded> decoded = {};      ///< the newest answer; it may be to an earlier question
    std::shared_ptr<const Decoded> unforced = {};     ///< the answer without the forced words; see unforced_of()
    std::shared_ptr<const MeasuredTimes> times = {};  ///< of the answer of this number
    std::uint64_t times_of = 0;
    std::optional<int> node = {};              ///< the shown word of the newest answer; nothing: the last word of the best sentence
    std::optional<SamplingOptions> held = {};  ///< while a sampling slider is dragged: the options before that
    int layer = -1;                            ///< the layer whose cross-attention and cache are shown; −1: the last
    std::optional<double> grown = {};          ///< while the sentence grows on the screen: number of steps shown

    std::string problem = {};                      ///< why the current question has no answer; empty: it has one or will have
    std::optional<DecodingQuestion> refused = {};  ///< the question of `problem`

    std::optional<LoadedSentence> loaded = {};
    std::vector<ContinuedSentence> continued = {};  ///< the newest last
    std::optional<ComparedSentences> compared = {};
};

/// The options clamped to the limits of a model and a source. Forced words are cut off at the first one that the vocabulary does
/// not have.
DecodeOptions clamped(DecodeOptions options, const Configuration& configuration, Size source_length);

/// The current question; nothing without a run. Options that the strategy does not use have their defaults, since they change no
/// answer. While two runs are compared, the question is about B; while a sampling slider is dragged, about the options before that.
std::optional<DecodingQuestion> decoding_question(const State& state);

/// What a decoder alone goes on with of a row of the batch: all of it, or what stood there before words were generated. The words
/// may be changed since: what was generated stays what it was as long as the row ends with it.
Size prompt_length(const GenerateView& view, Size sentence, const Sentence& row);

/// Why this model generates nothing; empty: it does, or there is none.
std::string why_nothing_generated(const Run* run);

/// Whether numbers are set by hand in the run's tensors, which stay out of decoding: they belong to the run's own batch.
bool leaves_numbers_out(const Run& run);

/// The question without forced words.
DecodingQuestion without_forced(DecodingQuestion question);

/// The next question to answer: the current one or, with forced words, the same without them; nothing if both are answered or
/// refused.
std::optional<DecodingQuestion> unanswered_question(const State& state);

/// True if there is an unanswered question.
bool lacks_decoding(const State& state);

/// True if answering takes so little time that the next frame may wait for it.
bool decodes_at_once(const DecodingQuestion& question);

/// True if the newest answer is about the current sentence: then its words can be chosen and forced.
bool is_of_this_sentence(const State& state);

/// The answer to the newest answer's question without its forced words; null if no words are forced or it is not known yet.
const Decoded* unforced_of(const State& state);

/// True if words are forced, and the answers with and without them are known.
bool can_compare_forced(const State& state);

/// The newest answer, also while a newer question is being answered; null if there is none for this model.
const Decoded* decoded_of(const State& state);

// All functions below require decoded_of(state).

/// The shown node, and the node before it, whose step chose it: the words of that step are listed, and ChooseWord loads its run. No
/// step chose bos, or the prompt, which its last token stands for: if it is shown, asking_node() is the same.
int shown_node(const State& state);
int asking_node(const State& state);

/// What the shown candidates are weighed and cut by: of a drawn sentence the current options, which may be those of a slider that
/// is dragged; of any other nothing.
SamplingOptions shown_sampling(const State& state);

/// The words that may follow asking_node(), weighed and cut by shown_sampling(); the model does not run for this.
const std::vector<Candidate>& shown_candidates(const State& state);

/// The same, with what is asked of all of them in every frame.
const Decoded::Candidates& listed_candidates(const State& state);

/// The number of steps on the screen: all, or those grown so far.
int shown_steps(const State& state);

/// The layer whose cross-attention and cache are shown.
int shown_layer(const State& state);

/// "Je suis": the words up to a node, without bos or the prompt.
std::string words_to(const State& state, int node);

/// Whether a token ends the sentences of a model.
bool ends_sentences(const Model& model, std::int32_t token);

/// Target tokens as a sentence; word pieces are joined.
std::string joined_words(const Model& model, const Sentence& tokens);

/// The node after a move from the shown node; the shown node if the move leads nowhere.
int node_after(const State& state, TreeMove move);

/// The node reached by these words, of which bos is the first; nothing if the search did not consider them.
std::optional<int> find_node(const Generation& generation, const Sentence& tokens);

/// The node reached by as many of these words as possible; if only the last word is missing, the word taken in its place, so that
/// it is of the same step.
int nearest_node(const Generation& generation, Sentence tokens);

}  // namespace vitrine
