#pragma once
/// The keys of a learning-rate schedule, the same in every file, as a list of keys for core/files/json_fields.h.

#include "core/files/json_fields.h"
#include "core/train/schedule.h"

namespace vitrine {

/// `schedule`: ScheduleOptions, const for writing.
template <class Schedule, class Visit>
void visit_schedule(Schedule& schedule, Visit&& visit) {
    using K = ScheduleKind;
    visit("schedule", schedule.kind, Choices<K>{{"constant", K::constant}, {"noam", K::noam}, {"cosine", K::cosine}});
    visit("rate", Required{schedule.rate});
    visit("warmup", Required{schedule.warmup});
    visit("noam_factor", Required{schedule.noam_factor});
    visit("schedule_steps", Required{schedule.steps});
}

}  // namespace vitrine
