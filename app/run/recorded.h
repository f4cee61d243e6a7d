#pragma once
/// A run with numbers that another program has recorded, for comparison with ours.

#include <map>
#include <memory>
#include <string>

#include "app/run/run.h"
#include "core/against/matching.h"

namespace vitrine {

/// The recorded tensors, and which of our tensors they are.
struct RecordedNumbers {
    std::string file;         ///< where it is from
    double tolerance = 0;     ///< numbers differ if |a − b| > tolerance · max(1, |b|), where b is ours
    std::size_t in_file = 0;  ///< the number of tensors in the file, including those that are none of ours
    MatchedTrace matched = {};
    std::map<std::string, std::size_t> shown = {};  ///< for each tensor or parameter of ours, the index of the pair that find()
                                                    ///< returns

    /// The recorded tensor for this tensor or parameter of ours; null if there is none. Of several, the first that is beyond the
    /// tolerance from the run that they were matched with, otherwise the first.
    const TracePair* find(const std::string& path) const;
};

/// A run of ours as the reference that traces are compared with. Requires: the run outlives it.
OurRun as_reference(const Run& run);

/// How far each pair is from a run, which may differ from the run that the pairs were matched with.
RecordedDeviations deviations_from(const MatchedTrace& matched, const OurRun& ours, double tolerance);

/// Run `ours` with the recorded numbers instead of its own. What was not recorded is NaN; words, masks and, unless they were
/// recorded, weights are those of our run. It has no gradients, and no file that it could be opened from. Throws Error if our
/// run's attentions are not in memory. Requires: `recorded` was matched with this run.
std::shared_ptr<const Run> recorded_run(const std::shared_ptr<const Run>& ours, RecordedNumbers recorded);

}  // namespace vitrine
