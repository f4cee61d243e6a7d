#pragma once
/// Moments of a training run that are worth a look, found by measurement.

#include <string>

#include "core/history/readings.h"
#include "core/train/history.h"

namespace vitrine {

enum class EventKind : std::uint8_t {
    loss_spike,    ///< the loss of a step is more than twice the highest of the 20 steps before; the next spike is at least 20
                   ///< steps later
    first_right,   ///< the first of the sentences has every word right
    all_right,     ///< from here on all sentences are right
    head_forms,    ///< from here on a head clearly has the pattern that it has at the end but did not have at first
    held_out_turn  ///< the held-out loss is lowest here, and more than a tenth higher at the end
};

/// Whether an event of this kind also says something about the end of the training.
bool tells_the_end(EventKind kind);

struct TrainingEvent {
    EventKind kind{};
    std::int64_t step = 0;

    /// For a spike, the highest loss before and the loss itself; for a head, the likeness at first and at the end; for the
    /// held-out loss, the lowest and the last. If all sentences are right, `after` is the number of moments for which they stay
    /// so.
    double before = 0, after = 0;

    HeadOfModel head{};  ///< the head that forms
    AttentionPattern pattern{};
    Size sentences = 0;  ///< how many are right, or were looked at
};

/// The events, by step. `readings`: readings of kept moments, oldest first. At most three spikes and four heads, those with the
/// largest changes. A head's event is at the first kept moment from which on its likeness is above clear_pattern and above
/// chance. Evenness does not count as a pattern here, since all heads begin with it.
std::vector<TrainingEvent> training_events(const History& curves, const std::vector<MomentReading>& readings);

/// "cross-attention layer 2 head 2 aligns target and source (0.31 → 0.82)": the event without its step.
std::string event_words(const TrainingEvent& event);

}  // namespace vitrine
