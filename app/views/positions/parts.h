#pragma once
/// The parts of the positions view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/positions/state.h"

namespace vitrine {

/// The shown data, and where commands go.
struct PositionsScene {
    const State& state;
    Commands& commands;
    PositionKind own;                 ///< the model's encoding
    Size recorded, positions, width;  ///< number of positions in the batch, number of shown ones, D
    std::vector<PositionKind> kinds;  ///< the shown encodings
    Labels words;                     ///< words of the recorded positions

    const PositionsView& view() const { return state.of<PositionsView>(); }
    const Run& run() const { return *state.run; }
    std::shared_ptr<const PositionTable> table(PositionKind kind) const { return position_table(state, kind); }
    /// Whether any of its numbers was altered by hand, so that statements about the formula may not hold.
    bool is_altered(PositionKind kind) const;
    bool cosine() const { return view().similarity == SimilarityKind::cosine; }

    /// The kind of sinusoids: the model's own, or the paper's.
    PositionKind waves() const { return waves_of(run().model->configuration); }

    /// The number of a feature if sines and cosines take turns, as in the paper; and the reverse.
    Size in_turn(Size feature) const;
    Size from_turn(Size feature) const;

    /// The wave of a feature, and of the chosen one.
    PositionWave wave_of(Size feature) const { return {in_turn(feature), width}; }
    PositionWave wave() const { return wave_of(view().feature); }
};

/// Requires: a run is shown.
PositionsScene make_positions_scene(const State& state, Commands& commands);

/// Draws one encoding as a picture, with positions downwards and features to the right, no higher than `height`, and describes
/// it. `brief`: another encoding beside it has the explanations.
struct EncodingPlace {
    PositionKind kind;
    float height = 0;
    bool brief = false;
};
void draw_encoding(Ui& ui, Column& column, const EncodingPlace& place, const PositionsScene& scene);

/// Draws the chosen feature along the positions.
void draw_position_wave(Ui& ui, Column& column, const PositionsScene& scene);

/// Draws the similarity of the chosen position to those before and after it.
void draw_position_distances(Ui& ui, Column& column, const PositionsScene& scene);

/// Draws the similarity of any two positions of one encoding.
void draw_position_similarity(Ui& ui, Column& column, PositionKind kind, const PositionsScene& scene);

/// The preferred size of the similarity picture.
float similarity_side(const Ui& ui);

/// Draws the choices.
void draw_positions_choices(Ui& ui, Column& column, const PositionsScene& scene);

// Texts.

/// "Sinusoidal", and its origin: "this model's own".
std::string encoding_title(PositionKind kind);
std::string encoding_origin(PositionKind kind, const PositionsScene& scene);

/// A sentence or two about the picture of one encoding.
std::string encoding_remark(PositionKind kind, const PositionsScene& scene);

/// "position 3 “suis”"; beyond the batch "position 12". position_words() shortens very long words.
std::string position_words(Size position, const PositionsScene& scene);
std::string position_note(Size position, const PositionsScene& scene);

/// A wavelength in positions: "19.9", "135", "2 917".
std::string wavelength_text(double wavelength);

/// The formula of one number of an encoding: "sin(3 / 10000^(6/32)) = +0.5085".
std::string origin_text(PositionKind kind, Size position, Size feature, const PositionsScene& scene);

/// What the wave of the chosen feature does: the number of positions after which it repeats.
std::string wave_text(const PositionsScene& scene);

/// A statement about the similarities by distance; empty if none holds.
std::string distances_text(const PositionsScene& scene);

/// The sentence below a picture of similarities; empty if numbers were altered by hand.
std::string similarity_remark(PositionKind kind, const PositionsScene& scene);

/// "dot product" or "cosine", as chosen.
std::string similarity_name(const PositionsScene& scene);

/// The chosen similarity of one encoding.
const Tensor& chosen_similarity(const PositionTable& table, const PositionsScene& scene);

}  // namespace vitrine
