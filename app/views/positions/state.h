#pragma once
/// The state of the positions view: the shown encoding, its range, and the chosen position.

#include <string>

#include "app/views/positions/readings.h"
#include "core/explain/attention_place.h"

namespace vitrine {

struct State;

/// The shown encodings.
enum class PositionsShown : std::uint8_t { sinusoidal, learned, both };

/// The measure of similarity of two positions.
enum class SimilarityKind : std::uint8_t { dot_product, cosine };

/// How a model is told where words are, which determines what the view shows.
enum class PositionsPage : std::uint8_t {
    added,   ///< rows are added to the embeddings
    turned,  ///< rotary: queries and keys are turned
    biased,  ///< relative: a number is added to scores
    none,    ///< it is not told
};
PositionsPage positions_page(const Configuration& configuration);

struct PositionsView {
    Side side = Side::source;
    PositionsShown shown = PositionsShown::sinusoidal;
    Size positions = 20;  ///< the wanted number; see shown_positions()
    Size feature = 0;
    Size position = 0, other = 0;  ///< the chosen position, and the position it is compared with
    SimilarityKind similarity = SimilarityKind::dot_product;
    Size layer = 0, pair = 0;  ///< layer: of rotary and relative positions, the attention's layer; pair: of rotary positions, the
                               ///< pair of features

    // The model for which the choices were made; width 0: none yet.
    PositionKind kind = PositionKind::sinusoidal;
    Size width = 0;

    bool shows(PositionKind which) const {
        return shown == PositionsShown::both || (shown == PositionsShown::learned) == (which == PositionKind::learned);
    }
};

// All functions below require: a run is shown.

/// The wanted side if the model has it, otherwise the other one.
Side side_in(const Run& run, Side wanted);

/// The self-attention whose queries and keys are turned, or whose scores have a bias.
AttentionPlace placed_attention(const State& state);

/// The kind of the model's sinusoids: interleaved, or sines first; interleaved for a model without sinusoids.
PositionKind waves_of(const Configuration& configuration);

/// The number of positions in the batch's sentences, on the shown side.
Size recorded_positions(const State& state);

/// The numbers of positions to choose from, in ascending order. The first is the batch's own. A shown learned table limits them.
std::vector<Size> position_counts(const State& state);

/// The number of shown positions: the wanted number, limited to position_counts().
Size shown_positions(const State& state);

/// Whether the run has recorded a position: its encoding is of this kind, and the position is within the batch.
bool is_recorded(const State& state, PositionKind kind, Size position);

/// The shown encoding of one kind.
std::shared_ptr<const PositionTable> position_table(const State& state, PositionKind kind);

}  // namespace vitrine
