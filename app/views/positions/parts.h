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
    Size recorded, positions, width;  ///< in the batch, shown, D
    std::vector<PositionKind> kinds;  ///< the shown encodings
    Labels words;                     ///< of the recorded positions

    const PositionsView& view() const { return state.of<PositionsView>(); }
    const Run& run() const { return *state.run; }
    std::shared_ptr<const PositionTable> table(PositionKind kind) const { return position_table(state, kind); }
    /// True if any of its numbers was altered by hand: then statements about the formula may not hold.
    bool is_altered(PositionKind kind) const;
    bool cosine() const { return view().similarity == SimilarityKind::cosine; }

    /// The kind of the sinusoids: the model's own, or the paper's.
    PositionKind waves() const { return waves_of(run().model->configuration); }

    /// A feature as the paper counts the waves, sines and cosines in turn, and back.
    Size in_turn(Size feature) const;
    Size from_turn(Size feature) const;

    /// A feature as a wave; the chosen one.
    PositionWave wave_of(Size feature) const { return {in_turn(feature), width}; }
    PositionWave wave() const { return wave_of(view().feature); }
};

/// Requires: a run is shown.
PositionsScene make_positions_scene(const State& state, Commands& commands);

/// One encoding as a picture, positions down and features across, no higher than `height`, and what it is. `brief`: another
/// encoding is beside it, which has the explanations.
struct EncodingPlace {
    PositionKind kind;
    float height = 0;
    bool brief = false;
};
void draw_encoding(Ui& ui, Column& column, const EncodingPlace& place, const PositionsScene& scene);

/// The chosen feature along the positions.
void draw_position_wave(Ui& ui, Column& column, const PositionsScene& scene);

/// The similarity of the chosen position to those before and after it.
void draw_position_distances(Ui& ui, Column& column, const PositionsScene& scene);

/// The similarity of any two positions of one encoding.
void draw_position_similarity(Ui& ui, Column& column, PositionKind kind, const PositionsScene& scene);

/// The preferred side of the similarity picture.
float similarity_side(const Ui& ui);

/// The choices.
void draw_positions_choices(Ui& ui, Column& column, const PositionsScene& scene);

// Words.

/// "Sinusoidal", and its origin: "this model's own".
std::string encoding_title(PositionKind kind);
std::string encoding_origin(PositionKind kind, const PositionsScene& scene);

/// A sentence or two about the picture of one encoding.
std::string encoding_remark(PositionKind kind, const PositionsScene& scene);

/// "position 3 “suis”"; beyond the batch "position 12". position_words() shortens a very long word.
std::string position_words(Size position, const PositionsScene& scene);
std::string position_note(Size position, const PositionsScene& scene);

/// A wavelength in positions: "19.9", "135", "2 917".
std::string wavelength_text(double wavelength);

/// The formula of one number of an encoding: "sin(3 / 10000^(6/32)) = +0.5085".
std::string origin_text(PositionKind kind, Size position, Size feature, const PositionsScene& scene);

/// What the wave of the chosen feature does: after how many positions it repeats.
std::string wave_text(const PositionsScene& scene);

/// What holds of the similarities by distance; empty if nothing of the kind does.
std::string distances_text(const PositionsScene& scene);

/// The sentence below a picture of similarities; empty if numbers were altered by hand.
std::string similarity_remark(PositionKind kind, const PositionsScene& scene);

/// "dot product" or "cosine", as chosen.
std::string similarity_name(const PositionsScene& scene);

/// The chosen similarity of one encoding.
const Tensor& chosen_similarity(const PositionTable& table, const PositionsScene& scene);

}  // namespace vitrine
