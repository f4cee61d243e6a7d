#pragma once
/// Statistics of whole tensors, computed on demand and cached. For one thread at a time: for the drawing thread, as soon as the
/// run is shown.

#include <optional>
#include <string>
#include <vector>

#include "core/tensor/statistics.h"
#include "core/trace/trace.h"

namespace vitrine {

/// The tensors of a run that contain NaN. A tensor that only shows another tensor's cells is not counted.
struct NanFinding {
    const TensorInfo* first = nullptr;  ///< the first such tensor in the order of execution; null: none
    int tensors = 0;                    ///< number of such tensors
};

class TraceStatistics {
public:
    /// Requires: the memory of the trace's tensors lives as long as this object.
    explicit TraceStatistics(Trace trace);

    /// A tensor's statistics; for a tensor that is not present(), the statistics of no numbers.
    const Statistics& of(const std::string& path);

    /// The largest absolute value of the tensor's finite cells; 0 if there are none. Much faster than all statistics: every
    /// picture on the screen needs it whenever the numbers change.
    double limit(const std::string& path);

    /// Searches all tensors, which takes about as long as limit() of each.
    const NanFinding& nan();

    /// Computes all statistics now, on another thread than the drawing thread. Tensors in graphics memory are left to the drawing
    /// thread, to which that memory belongs.
    void find_all();

    /// Does nan() now, on another thread than the drawing thread, unless any tensor is in graphics memory.
    void find_nan();

private:
    const Statistics& of_slot(std::size_t slot);

    Trace trace_;
    std::vector<std::optional<Statistics>> statistics_;  // indexed like the trace
    std::vector<std::optional<double>> limits_;
    std::optional<NanFinding> nan_;
};

}  // namespace vitrine
