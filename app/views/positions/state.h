#pragma once
/// What the view of positions remembers: whose encoding is shown and how much of it, and which place in it is read.

#include <string>

#include "app/views/positions/readings.h"

namespace vitrine {

struct State;

/// Which ways of turning a place into numbers are shown.
enum class PositionsShown : std::uint8_t { sinusoidal, learned, both };

/// How it is measured how alike two positions are.
enum class SimilarityKind : std::uint8_t { dot_product, cosine };

struct PositionsView {
    Side side = Side::source;
    PositionsShown shown = PositionsShown::sinusoidal;
    Size positions = 20;  ///< how many are asked for; see shown_positions
    Size feature = 0;
    Size position = 0, other = 0;  ///< the place that is read, and the one it is compared with
    SimilarityKind similarity = SimilarityKind::dot_product;

    // Of the model the choices were made for; 0: none yet.
    PositionKind kind = PositionKind::sinusoidal;
    Size width = 0;

    bool shows(PositionKind which) const {
        return shown == PositionsShown::both || (shown == PositionsShown::learned) == (which == PositionKind::learned);
    }
};

// There is a run for all that follows.

/// How many positions the batch's sentences have, on the side that is shown.
Size recorded_positions(const State& state);

/// The numbers of positions one can choose among, rising: the first is the batch's own. A learned table that is shown ends them.
std::vector<Size> position_counts(const State& state);

/// How many are shown: as many as are asked for, within what there is to choose.
Size shown_positions(const State& state);

/// Whether a place is one of the run's own: of its kind of encoding, and in its batch.
bool is_recorded(const State& state, PositionKind kind, Size position);

/// The encoding of one kind, as it is shown.
std::shared_ptr<const PositionTable> position_table(const State& state, PositionKind kind);

}  // namespace vitrine
