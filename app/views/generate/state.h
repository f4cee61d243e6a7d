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

/// Moves to the previous or next word of the sentence, or up or down among the words of a step.
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
    std::shared_ptr<const Model> opened = {};                  ///< the opened model; `model` may be a variant of it
    std::shared_ptr<const Parameters> opened_parameters = {};  ///< the weights of the opened model
    Variant variant{};
    Design design{};
    Interventions interventions{};  ///< only those that affect decoding; see DecodingModel
    Sentence source{};
    DecodeOptions options{};
};

/// Does not compare `model` and `parameters`, which follow from the other fields, and are new objects after every edit.
bool operator==(const DecodingQuestion& a, const DecodingQuestion& b);

/// The times of a decoding's steps, in microseconds.
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
    /// The candidates after one row, in order. With a large vocabulary there are too many to be sorted in every frame.
    struct Candidates {
        const StepRow* row = nullptr;
        SamplingOptions sampling{};
        std::vector<Candidate> all{};
        std::vector<std::size_t> place_of{};  ///< by token: its index in `all`
        std::vector<double> share_from{0.0};  ///< by place: total probability of the candidates from there on; one entry more
                                              ///< than `all`
        std::vector<Size> drawable_from{0};   ///< by place: number of candidates from there on that can be drawn
        std::size_t drawable_end = 0;         ///< the place after the last candidate that can be drawn
    };

    DecodingQuestion question;
    Generation generation;
    std::uint64_t number = next_generation();  ///< unique per answer: identifies the pictures uploaded for it
    mutable Candidates shown{};                ///< the candidates shown last; only for the drawing thread
};

/// The step of the history that loaded a chosen sentence into the batch.
struct LoadedSentence {
    std::string what;                    ///< the step's text
    std::shared_ptr<const Batch> batch;  ///< the sentences after the step; null: those that the model was opened with
    Size sentence = 0;                   ///< index of the replaced sentence
    Sentence forced = {};                ///< the forced words of the answer it is from
};

/// Both sides of a comparison, while run A is being made.
struct ComparedSentences {
    Edits a;
    ReplaceTarget b;
    std::string what;  ///< the name of the step that leads to B
};

/// For a decoder alone: a sentence of the batch that consists of a prompt and generated words.
struct ContinuedSentence {
    Size sentence = 0;
    Sentence row = {};
    Size prompt = 0;  ///< length of the prompt
};

struct GenerateView {
    /// Includes `forced`, the words chosen by hand.
    DecodeOptions options{.strategy = Strategy::beam, .max_new_tokens = 12, .beams = 3, .length_penalty = 0.6, .n_best = 3};
    std::shared_ptr<const Decoded> decoded = {};      ///< the newest answer; it may be to an earlier question
    std::shared_ptr<const Decoded> unforced = {};     ///< the answer without the forced words; see unforced_of()
    std::shared_ptr<const Decoded> other_way = {};    ///< the answer with beams to a greedy one, or the reverse; see other_way_of()
    std::shared_ptr<const MeasuredTimes> times = {};  ///< of the answer of this number
    std::uint64_t times_of = 0;
    std::optional<int> node = {};              ///< the shown word of the newest answer; nothing: the last word of the best sentence
    std::optional<SamplingOptions> held = {};  ///< while a sampling slider is dragged: the options before that
    int layer = -1;                            ///< the layer whose cross-attention and cache are shown; −1: the last
    std::optional<double> grown = {};          ///< while the sentence grows on the screen: number of steps shown
    bool beams_page = false;                   ///< what beams win is shown instead of the search

    std::string problem = {};                      ///< why the current question has no answer; empty: it has one, or will have
    std::optional<DecodingQuestion> refused = {};  ///< the question of `problem`

    std::optional<LoadedSentence> loaded = {};
    std::vector<ContinuedSentence> continued = {};  ///< newest last
    std::optional<ComparedSentences> compared = {};
};

/// The options, clamped to the limits of a model and a source. Forced words are cut off at the first one that is not in the
/// vocabulary.
DecodeOptions clamped(DecodeOptions options, const Configuration& configuration, Size source_length);

/// The current question; nothing without a run. Options that the strategy does not use have their defaults, since they do not
/// affect the answer. If two runs are compared, the question is about B. While a sampling slider is dragged, it has the options
/// before dragging.
std::optional<DecodingQuestion> decoding_question(const State& state);

/// The part of a batch row from which a decoder alone goes on: all of it, or what was there before words were generated. The
/// prompt's words may have changed since: the generated words are recognised as long as the row ends with them.
Size prompt_length(const GenerateView& view, Size sentence, const Sentence& row);

/// Why this model cannot generate; empty: it can, or there is no model.
std::string why_nothing_generated(const Run* run);

/// Whether numbers are set by hand in the run's tensors. Decoding ignores those, since they belong to the run's own batch.
bool leaves_numbers_out(const Run& run);

/// The question without forced words.
DecodingQuestion without_forced(DecodingQuestion question);

/// The current question with beams if it is greedy, or the reverse: what beams win is the difference of both. Nothing for words
/// that are drawn or forced, and for a source of which no target is known.
std::optional<DecodingQuestion> other_question(const State& state);

/// The next question to answer: the current one; with forced words, the same without them; other_question(). Nothing if all are
/// answered or refused.
std::optional<DecodingQuestion> unanswered_question(const State& state);

/// Whether there is an unanswered question.
bool lacks_decoding(const State& state);

/// Whether answering takes so little time that the next frame may wait for it.
bool decodes_at_once(const DecodingQuestion& question);

/// Whether the newest answer is about the current sentence, so that its words can be chosen and forced.
bool is_of_this_sentence(const State& state);

/// The answer to the newest answer's question without forced words; null if no words are forced, or it is not known yet.
const Decoded* unforced_of(const State& state);

/// The answer to other_question(), beside the newest answer, which is to the current question; null: one of them is not known.
const Decoded* other_way_of(const State& state);

/// Whether words are forced, and the answers with and without them are known.
bool can_compare_forced(const State& state);

/// The newest answer, even while a newer question is being answered; null if there is none for this model.
const Decoded* decoded_of(const State& state);

// All functions below require decoded_of(state).

/// The shown node, and the node before it, whose step chose the shown one. The words of that step are listed, and ChooseWord
/// loads its run. bos and the prompt, which its last token represents, were not chosen by a step: if one of them is shown,
/// asking_node() returns the same node.
int shown_node(const State& state);
int asking_node(const State& state);

/// The sampling options for the shown candidates: for a drawn sentence, the current options, which may be those of a dragged
/// slider; otherwise none.
SamplingOptions shown_sampling(const State& state);

/// The words that may follow asking_node(), weighed and cut by shown_sampling(). The model does not run for this.
const std::vector<Candidate>& shown_candidates(const State& state);

/// The same, with sums that are needed in every frame.
const Decoded::Candidates& listed_candidates(const State& state);

/// The number of steps on the screen: all, or those shown so far while the sentence grows.
int shown_steps(const State& state);

/// The layer whose cross-attention and cache are shown.
int shown_layer(const State& state);

/// "Je suis": the words up to a node, without bos or the prompt.
std::string words_to(const State& state, int node);

/// Whether a token ends a sentence of the model.
bool ends_sentences(const Model& model, std::int32_t token);

/// Target tokens as a sentence, with word pieces joined.
std::string joined_words(const Model& model, const Sentence& tokens);

/// The node after a move from the shown node; the shown node if the move is not possible.
int node_after(const State& state, TreeMove move);

/// The node that these words lead to, beginning with bos; nothing if the search did not consider them.
std::optional<int> find_node(const Generation& generation, const Sentence& tokens);

/// The node that these words lead to, if a sentence of the answer goes through it; otherwise the last word of the best sentence.
int node_in_answer(const Generation& generation, const Sentence& tokens);

}  // namespace vitrine
