#pragma once
/// The parts of the view of decoding. Each draws itself into the column, one below the other.

#include "app/panel/panel.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// An answer, with the word of it that is looked at.
struct GenerateScene {
    const State& state;
    Commands& commands;
    const Decoded& decoded;
    int node;               ///< the word that is looked at
    int asking;             ///< the one whose next words are listed
    int steps;              ///< how many are on the screen
    int layer;              ///< whose cross-attention is shown
    std::vector<int> path;  ///< from bos to the one that asks

    const Generation& generation() const { return decoded.generation; }
    const WordNode& at(int place) const { return generation().nodes[static_cast<std::size_t>(place)]; }

    /// Of a target token, of a node, and of the place in the source.
    std::string word(std::int32_t token) const;
    std::string word_at(int place) const { return word(at(place).token); }
    std::string source_word(std::size_t position) const;

    /// The step in which the decoder read the word that asks; null where the search has not gone on from it.
    const DecodeStep* step() const;
};

/// There is an answer.
GenerateScene make_generate_desk(const State& state, Commands& commands);

/// The best sentence that the node is in; null where the search has dropped it.
const Hypothesis* sentence_through(const Generation& generation, int node);

/// "−0.278": a logarithm of a probability, or a score.
std::string log_text(double value);

/// A sentence's words without bos and eos.
std::string sentence_words(const GenerateScene& scene, const Sentence& tokens);

// The left column.

/// greedy | sample | beam, and what each of them can be told.
void draw_generate_options(Ui& ui, Column& column, const State& state, Commands& commands);

/// What was chosen by hand, and what there is without it.
void draw_generate_forced(Ui& ui, Column& column, const GenerateScene& scene);

/// The sentences, best first.
void draw_generate_results(Ui& ui, Column& column, const GenerateScene& scene);

// The middle.

/// How high the tree would like to be in a view so high.
float generate_tree_height(float room, const GenerateScene& scene);

/// The tree, within an area that it moves in.
void draw_generate_tree(Ui& ui, const Rect& area, const GenerateScene& scene);

/// What may follow, likeliest first, as many words as the height has room for.
void draw_generate_candidates(Ui& ui, Column& column, float height, const GenerateScene& scene);

/// Where every word of the sentence looked in the source, head by head; as large as the height allows, but no smaller than can be
/// read.
void draw_generate_attention(Ui& ui, Column& column, float height, const GenerateScene& scene);

/// The rows of keys and values that are kept, within a height if they can still be seen, and, below or elsewhere, what that saves.
void draw_generate_cache(Ui& ui, Column& column, float height, const GenerateScene& scene);
void draw_generate_work(Ui& ui, Column& column, const GenerateScene& scene);

}  // namespace vitrine
