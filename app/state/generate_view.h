#pragma once
/// What the view of decoding remembers: how it is done, what has come of it, and which word of the search is looked at.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/run.h"
#include "core/decode/candidates.h"
#include "core/decode/generate.h"
#include "core/io/model.h"
#include "core/model/variant.h"

namespace vitrine {

struct State;

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

/// An answer. Immutable once made.
struct Decoded {
    DecodingQuestion question;
    Generation generation;
    std::optional<Generation> uncached;  ///< the same once more without the cache, measured beside it; none where there is no cache
    std::uint64_t number = next_generation();  ///< differs between any two: pictures are drawn from what was uploaded under it
};

struct GenerateView {
    /// `forced` among them: the words chosen by hand.
    DecodeOptions options{.strategy = Strategy::beam, .max_new_tokens = 12, .beams = 3, .length_penalty = 0.6, .n_best = 3};
    std::shared_ptr<const Decoded> decoded = {};   ///< the newest answer; it may be to an earlier question
    std::shared_ptr<const Decoded> unforced = {};  ///< the answer before a word was forced; null while none is
    std::optional<int> node = {};      ///< of the newest answer, the word that is looked at; none: the best sentence's last
    int layer = -1;                    ///< whose cross-attention and cache are shown; −1: the last
    std::optional<double> grown = {};  ///< while the sentence grows on the screen: how many steps are there

    std::string problem = {};                      ///< why there is no answer to the question of now; empty: there is or will be
    std::optional<DecodingQuestion> refused = {};  ///< that question
};

/// The sentence and the options of now; nothing where there is no run.
std::optional<DecodingQuestion> decoding_question(const State& state);

/// True where the view is open and the answer to the question of now is not there.
bool lacks_decoding(const State& state);

/// The newest answer, also while another one is under way; null where there is none. It is to this model.
const Decoded* decoded_of(const State& state);

// There is an answer for all that follows.

/// The node that is looked at, and the one whose next words are listed: the same, or its parent where nothing came after it.
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

}  // namespace vitrine
