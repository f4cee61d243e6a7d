#pragma once
/// The parts of the decoding view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// An answer, and which of its words is shown.
struct GenerateScene {
    const State& state;
    Commands& commands;
    const Decoded& decoded;
    int node;               ///< the shown word
    int asking;             ///< the node whose next words are listed
    int root;               ///< bos, or the prompt's last word
    int steps;              ///< number of steps on the screen
    int layer;              ///< the layer whose cross-attention is shown
    std::vector<int> path;  ///< from bos to `asking`

    const Generation& generation() const { return decoded.generation; }
    const WordNode& at(int place) const { return generation().nodes[static_cast<std::size_t>(place)]; }

    /// The word of a target token, and of a position in the source.
    std::string word(std::int32_t token) const;
    std::string word_at(int place) const { return word(at(place).token); }
    std::string source_word(std::size_t position) const;

    /// False for a decoder alone, whose source is a prompt.
    bool has_source() const { return decoded.question.model->configuration.has_encoder(); }

    /// The step in which the decoder read the asking word; null if the search did not continue from it.
    const DecodeStep* step() const;
};

/// Requires: decoded_of(state) is not null.
GenerateScene make_generate_scene(const State& state, Commands& commands);

/// The best sentence that contains the node; null if the search has dropped it.
const Hypothesis* sentence_through(const Generation& generation, int node);

/// "−0.278": a logarithm of a probability, or a score.
std::string log_text(double value);

/// How the words of a step are chosen, and how many were chosen by hand: "Each column is a step: …"
std::string method_words(const DecodeOptions& options);

/// "log P -0.1008 score -0.0742" of a sentence.
std::string result_numbers(const Hypothesis& sentence);

/// "It costs 3.774 in log P.": compares the best sentences with and without forced words; empty if there is none.
std::string cost_words(const Generation& with, const Generation& without);

/// "3 rows reused, 1 added, in each layer.", for the sentence read so far; and for all sentences of the step, if there are
/// several. Requires: the step exists and the cache is used.
std::vector<std::string> cache_row_words(const GenerateScene& scene);

/// A sentence's words without bos and eos.
std::string sentence_words(const GenerateScene& scene, const Sentence& tokens);

// The left column.

/// Draws greedy | sample | beam, and the options of the chosen strategy.
void draw_generate_options(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws the forced words, and the sentence without them.
void draw_generate_forced(Ui& ui, Column& column, const GenerateScene& scene);

/// Draws the sentences, best first.
void draw_generate_results(Ui& ui, Column& column, const GenerateScene& scene);

// The middle.

/// Draws the strategy's name and, beside it or below, how it works.
void draw_generate_title(Ui& ui, Column& column, const GenerateScene& scene);

/// Draws, where there is anything to say of it, what beams win, in a line that opens the page about it; and the page.
void draw_beams_line(Ui& ui, Column& column, const State& state, Commands& commands);
void draw_beams_page(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The parts of that page with sentences: the current one and, of the model's card, the held-out ones.
void draw_beams_on_sentence(Ui& ui, Column& column, const State& state);
void draw_held_out_pairs(Ui& ui, Column& column, const CardFigures& figures, const State& state, Commands& commands);

/// A score from 0 to 100 with one decimal, and its bar; `share`: of the track, 0 … 1.
std::string score_text(double score);
constexpr float score_bar_height = 6;
void draw_score_bar(Ui& ui, const Rect& track, double share);

/// The preferred height of the tree in a view of height `room`.
float generate_tree_height(float room, const GenerateScene& scene);

/// Draws the tree, which scrolls within `area`.
void draw_generate_tree(Ui& ui, const Rect& area, const GenerateScene& scene);

/// Draws the candidates, likeliest first, as many as fit into the height.
void draw_generate_candidates(Ui& ui, Column& column, float height, const GenerateScene& scene);

/// Draws the attention of every word of the sentence, head by head, as large as the height allows, but not too small to read.
void draw_generate_attention(Ui& ui, Column& column, float height, const GenerateScene& scene);

/// Draws the cached rows of keys and values, if they are visible in `height`; and, below or elsewhere, the work that the cache
/// saves.
void draw_generate_cache(Ui& ui, Column& column, float height, const GenerateScene& scene);
void draw_generate_work(Ui& ui, Column& column, const GenerateScene& scene);

}  // namespace vitrine
