#pragma once
/// The parts of the masks view. Each draws itself into the column, one below the other.

#include "app/panel/panel.h"
#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"
#include "app/words/masks.h"

namespace vitrine {

/// The mask that is shown, with everything that is said about it.
struct MaskScene {
    const State& state;
    Commands& commands;
    AttentionPlace place;
    const AttentionActivations& numbers;
    const MaskParts& parts;
    AttentionPair pair;
    Labels asking, answering;  ///< the words of both axes

    const Run& run() const { return *state.run; }
    const Regime& regime() const { return run().regime; }  ///< which masks are in place
    Size sentence() const { return state.selection.sentence; }
    bool of_target() const { return place.kind == AttentionKind::decoder_self; }
    std::string query_word() const { return asking[pair.tokens.query]; }
    std::string key_word() const { return answering[pair.tokens.key]; }
    MaskCell cell(const TokenPair& tokens) const { return {place, sentence(), tokens.query, tokens.key}; }

    /// Selects the recorded mask's cell of a pair.
    void choose(const TokenPair& tokens) const;
};

/// There is a run.
MaskScene make_mask_desk(const State& state, Commands& commands);

/// Cells of masks: what may be seen in the colour of attention, what is hidden hatched.
HeatmapStyle mask_style(const Theme& theme);

/// What the mask is made of and what comes of it, as an equation of pictures no higher than `height`.
void draw_mask_equation(Ui& ui, Column& column, float height, const MaskScene& scene);

/// Every sentence's mask, and that all heads share it.
void draw_mask_broadcast(Ui& ui, Column& column, const MaskScene& scene);

/// One query's scores, what the mask makes of them, and the weights.
void draw_mask_row(Ui& ui, Column& column, const MaskScene& scene);

/// What is changed in the leak test, and under which masks.
void draw_leak_controls(Ui& ui, Column& column, const State& state, Commands& commands);

/// What has moved.
void draw_leak_result(Ui& ui, Column& column, const State& state);

/// The first sentence whose padding this hides; nothing where the batch has none.
std::optional<Size> padded_sentence(const MaskTensor& padding);

/// "Decoder self-attention".
std::string use_words(AttentionKind kind);

}  // namespace vitrine
