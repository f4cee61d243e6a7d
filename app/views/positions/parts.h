#pragma once
/// The parts of the view of positions. Each draws itself into the column, one below the other.

#include "app/panel/panel.h"
#include "app/views/positions/state.h"

namespace vitrine {

/// Everything that is shown, and where the view's commands go.
struct PositionsScene {
    const State& state;
    Commands& commands;
    PositionKind own;                 ///< the model's
    Size recorded, positions, width;  ///< in the batch, shown, D
    std::vector<PositionKind> kinds;  ///< what is shown: one or both
    Labels words;                     ///< of the recorded positions

    const PositionsView& view() const { return state.of<PositionsView>(); }
    const Run& run() const { return *state.run; }
    std::shared_ptr<const PositionTable> table(PositionKind kind) const { return position_table(state, kind); }
    /// True where any of its numbers was altered by hand: what is true of the formula need not be true of it then.
    bool is_altered(PositionKind kind) const;
    bool cosine() const { return view().similarity == SimilarityKind::cosine; }

    /// The chosen feature as a wave.
    PositionWave wave() const { return {view().feature, width}; }
};

/// There is a run.
PositionsScene make_positions_desk(const State& state, Commands& commands);

/// One encoding as a picture, positions down and features across, no higher than `height`, and what it is. `brief`: there is
/// another beside it, so that words are left to the first.
struct EncodingPlace {
    PositionKind kind;
    float height = 0;
    bool brief = false;
};
void draw_encoding(Ui& ui, Column& column, const EncodingPlace& place, const PositionsScene& scene);

/// The chosen feature along the positions.
void draw_position_wave(Ui& ui, Column& column, const PositionsScene& scene);

/// How alike the chosen position is to those before and after it.
void draw_position_distances(Ui& ui, Column& column, const PositionsScene& scene);

/// How alike any two positions of one encoding are.
void draw_position_similarity(Ui& ui, Column& column, PositionKind kind, const PositionsScene& scene);

/// How wide and high its picture is where there is room for it.
float similarity_side(const Ui& ui);

/// The choices, for wherever there is room for them.
void draw_positions_choices(Ui& ui, Column& column, const PositionsScene& scene);

// Words.

/// "Sinusoidal", and whose it is: "this model's own".
std::string encoding_title(PositionKind kind);
std::string encoding_origin(PositionKind kind, const PositionsScene& scene);

/// What is worth knowing of the picture of one encoding, in a sentence or two.
std::string encoding_remark(PositionKind kind, const PositionsScene& scene);

/// "position 3 “suis”"; beyond the batch "position 12". A very long word is whole in notes alone.
std::string position_words(Size position, const PositionsScene& scene);
std::string position_note(Size position, const PositionsScene& scene);

/// A wavelength in positions: "19.9", "135", "2 917".
std::string wavelength_text(double wavelength);

/// Where one number of an encoding comes from: "sin(3 / 10000^(6/32)) = +0.5085".
std::string origin_text(PositionKind kind, Size position, Size feature, const PositionsScene& scene);

/// "dot product" or "cosine", as chosen.
std::string similarity_name(const PositionsScene& scene);

/// The chosen similarity of one encoding.
const Tensor& chosen_similarity(const PositionTable& table, const PositionsScene& scene);

}  // namespace vitrine
