#pragma once
/// Moments of a training run that are worth a look, found by measurement.

#include <string>

#include "core/history/readings.h"
#include "core/train/history.h"

namespace vitrine {

enum class EventKind : std::uint8_t {
    loss_spike,     ///< the loss of a step is more than twice the highest of the 20 steps before; it rises on up to the highest
                    ///< loss that none of the five steps after it exceeds
    first_right,    ///< here for the first time sentences have every word right
    all_right,      ///< from here on all sentences are right
    head_forms,     ///< here the likeness of a head to the kind that it has at the end rises most steeply
    held_out_turn,  ///< the held-out loss is lowest here, and more than a tenth higher at the end
    loss_knee,      ///< up to here the loss falls fast, after it slowly
};

/// Its name in reports: "head".
const char* name_of(EventKind kind);

/// Whether an event of this kind also says something about the end of the training.
bool tells_the_end(EventKind kind);

struct TrainingEvent {
    EventKind kind{};
    std::int64_t step = 0;

    /// For a spike, the highest loss before and the highest of the spike; for a head, the lowest likeness and the one at the end;
    /// for the held-out loss, the lowest and the last; for the knee, the loss there, in both. If all sentences are right, `after`
    /// is the number of moments for which they stay so.
    double before = 0, after = 0;

    HeadOfModel head{};  ///< the head that forms
    AttentionPattern pattern{};
    std::int64_t from = 0, until = 0;  ///< between these moments the likeness of the head rises most steeply; a spike is highest
                                       ///< at `until`
    Size queries = 0;                  ///< how many queries count for its likeness at the end
    Size sentences = 0;                ///< how many are right, or were looked at
    bool again = false;                ///< all sentences were right before, too, though not from then on
};

/// The events, by step. `readings`: readings of kept moments, oldest first. At most three spikes, the largest. Of the heads that
/// form, for every kind the one with the largest rise, then other heads with the largest rises until there are four. A head forms
/// where its likeness to the kind that it has at the end (see HeadReading) rises most steeply, see steepest_rise(). Evenness does
/// not count as a kind here, since all heads begin with it. The knee of the loss is that of knee_of().
std::vector<TrainingEvent> training_events(const History& curves, const std::vector<MomentReading>& readings);

/// "cross-attention layer 2 head 3": a head without what it does.
std::string head_name(const HeadOfModel& head);

/// "cross-attention layer 2 head 2 follows the source in order: likeness 0.31 → 0.82": the event without its step.
std::string event_words(const TrainingEvent& event);

/// The same in few words: "cross-attention layer 2 head 2: alignment 0.31 → 0.82".
std::string event_title(const TrainingEvent& event);

/// What else there is to say of it, in sentences: how much and when a head forms, and how the event was found.
std::vector<std::string> event_details(const TrainingEvent& event);

}  // namespace vitrine
