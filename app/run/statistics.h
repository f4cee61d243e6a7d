#pragma once
/// What is true of whole tensors, found out when somebody asks and then remembered. For one thread at a time: once a run is shown,
/// for the drawing thread.

#include <optional>
#include <string>
#include <vector>

#include "core/tensor/statistics.h"
#include "core/trace/trace.h"

namespace vitrine {

/// Where a run has cells that are NaN, not a number.
struct NanFinding {
    const TensorInfo* first = nullptr;  ///< the first tensor, in order of execution, that has one; null: none has
    int tensors = 0;                    ///< how many have one
};

class TraceStatistics {
public:
    /// Of this trace's tensors, whose memory has to last as long.
    explicit TraceStatistics(Trace trace);

    /// A tensor's statistics; of one that is not there, those of no numbers at all.
    const Statistics& of(const std::string& path);

    /// The largest absolute value of its finite cells, 0 where there are none. Far quicker than all statistics, since every picture
    /// on the screen needs it anew whenever the numbers change.
    double limit(const std::string& path);

    /// Looks through all tensors, which is as quick as limit() of each.
    const NanFinding& nan();

    /// Finds out all statistics now, away from the drawing thread, where tensors may be large. Those of fetched tensors are left to
    /// the drawing thread, to which the graphics memory belongs.
    void find_all();

private:
    const Statistics& of_slot(std::size_t slot);

    Trace trace_;
    std::vector<std::optional<Statistics>> statistics_;  // in step with the trace
    std::vector<std::optional<double>> limits_;
    std::optional<NanFinding> nan_;
};

}  // namespace vitrine
