#pragma once
/// A run whose numbers another program has recorded, made to be compared with ours.

#include <map>
#include <memory>
#include <string>

#include "app/run/run.h"
#include "core/against/matching.h"

namespace vitrine {

/// What was recorded, and which of our tensors it is.
struct RecordedNumbers {
    std::string file;         ///< where it is from
    double tolerance = 0;     ///< numbers differ where |a − b| > tolerance · max(1, |b|), b ours
    std::size_t in_file = 0;  ///< tensors in the file, whether they are any of ours or not
    MatchedTrace matched = {};
    std::map<std::string, std::size_t> shown = {};  ///< by tensor or parameter of ours the pair that find() gives

    /// The recorded tensor that is this tensor or parameter of ours; null if there is none. Of several the first that is beyond the
    /// tolerance from the run that they were matched with, or else the first.
    const TracePair* find(const std::string& path) const;
};

/// A run of ours as the reference that traces are held against. Requires: the run outlives it.
OurRun as_reference(const Run& run);

/// How far each pair is from a run, which may be another one than the pairs were matched with.
RecordedDeviations deviations_from(const MatchedTrace& matched, const OurRun& ours, double tolerance);

/// Run `ours` with the recorded numbers in the place of its own. What was not recorded is NaN; words, masks and, unless they were
/// recorded, weights are those of our run. It has no gradients and no file that it could be opened from. Throws Error where our
/// run's attentions do not lie in memory. Requires: `recorded` is matched with this run.
std::shared_ptr<const Run> recorded_run(const std::shared_ptr<const Run>& ours, RecordedNumbers recorded);

}  // namespace vitrine
