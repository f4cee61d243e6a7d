#pragma once
/// Moments of a training that are worth a look, found by measurement.

#include <string>

#include "core/history/readings.h"
#include "core/train/history.h"

namespace vitrine {

enum class EventKind : std::uint8_t {
    loss_spike,    ///< the loss of a step is more than twice the highest of the 20 steps before it; 20 steps on, the next
    first_right,   ///< the first of the sentences has every word right
    all_right,     ///< from here on all have
    head_forms,    ///< from here on a head clearly has the pattern that it has in the end, and did not have it at first
    held_out_turn  ///< the held-out loss is lowest here, and more than a tenth higher in the end
};

/// Whether an event of this kind also says how things are at the end of the training.
bool tells_the_end(EventKind kind);

struct TrainingEvent {
    EventKind kind{};
    std::int64_t step = 0;

    /// Of a spike the highest loss before and the loss; of a head the likeness at first and in the end; of the held-out loss the
    /// lowest and the last. Of all sentences that are right, `after` is the number of moments for which they stay so.
    double before = 0, after = 0;

    HeadOfModel head{};  ///< that forms
    AttentionPattern pattern{};
    Size sentences = 0;  ///< that are right, or were looked at
};

/// The events, by step. `readings`: of kept moments, oldest first. At most three spikes and four heads, those with the largest
/// change. A head's event is at the first kept moment from which on its likeness is above clear_pattern and above chance; evenness
/// is no pattern here, since heads begin with it.
std::vector<TrainingEvent> training_events(const History& curves, const std::vector<MomentReading>& readings);

/// "cross-attention layer 2 head 2 aligns target and source (0.31 → 0.82)": the event without its step.
std::string event_words(const TrainingEvent& event);

}  // namespace vitrine
