#pragma once
/// The parts of the masks view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"
#include "app/words/masks.h"
#include "app/words/next_word.h"

namespace vitrine {

/// The shown mask and its data.
struct MaskScene {
    const State& state;
    Commands& commands;
    std::shared_ptr<const Run> shown;  ///< see run_with_test_masks()
    AttentionPlace place;
    const AttentionActivations& numbers;
    const MaskParts& parts;
    AttentionPair pair;
    Labels asking, answering;  ///< the words of both axes
    NextWordLabels next;       ///< the words that follow the asking ones, if those are the decoder's input

    const Run& run() const { return *shown; }
    /// Whether the shown run is not the open one, but that of the leak test with its other masks.
    bool is_tests_run() const { return shown != state.run; }
    const Regime& regime() const { return run().regime; }  ///< the masks in use
    Size sentence() const { return state.selection.sentence; }
    Size head() const { return head_in(run(), *run().outline().find(path_of(place) + ".scores"), state.selection.head); }
    bool of_target() const { return place.kind == AttentionKind::decoder_self; }
    std::string query_word() const { return asking[pair.tokens.query]; }
    /// " (next: “un”)": what comes after the word that asks, if it is one of the decoder's input.
    std::string next_behind() const { return next.words.empty() ? "" : next_word_behind(run(), sentence(), pair.tokens.query); }
    std::string key_word() const { return answering[pair.tokens.key]; }
    MaskCell cell(const TokenPair& tokens) const { return {place, sentence(), tokens.query, tokens.key}; }

    /// Selects the recorded mask's cell for a pair.
    void choose(const TokenPair& tokens) const;
};

/// Requires: a run is shown.
MaskScene make_mask_scene(const State& state, Commands& commands);

/// The style of mask cells: visible ones in the colour of attention, hidden ones hatched.
HeatmapStyle mask_style(const Theme& theme);

/// Draws the mask as an equation of its parts' pictures, no higher than `height`.
void draw_mask_equation(Ui& ui, Column& column, float height, const MaskScene& scene);

/// Draws the masks of all sentences, which all heads share.
void draw_mask_broadcast(Ui& ui, Column& column, const MaskScene& scene);

/// Draws one query's scores, masked scores and weights.
void draw_mask_row(Ui& ui, Column& column, const MaskScene& scene);

/// Draws the choice of the changed token and of the masks in the leak test.
void draw_leak_controls(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws which numbers have changed.
void draw_leak_result(Ui& ui, Column& column, const State& state);

/// "Decoder self-attention"; "Self-attention" if there is only one stack.
std::string use_words(const Run& run, AttentionKind kind);

}  // namespace vitrine
