#pragma once
/// What the tensors view says about whole tensors beyond their statistics, found out when somebody asks and then remembered.

#include <map>
#include <string>
#include <tuple>

#include "core/tensor/histogram.h"

namespace vitrine {

struct Run;
struct TensorInfo;

/// Whose numbers the colours have to hold.
enum class RangeOf : std::uint8_t {
    tensor,
    layer,    ///< all tensors read in the same way in the same part of the figure
    all,      ///< all such tensors of the run
    central,  ///< 99 % of the tensor's numbers; the others are beyond the scale
};

/// A tensor of a run, or its gradient, which has been computed.
struct NumbersOf {
    std::string path;
    bool gradient = false;

    auto operator<=>(const NumbersOf&) const = default;
};

/// How far colours go: from −limit to limit, or from 0 for what has no negative numbers.
struct ColourRange {
    double limit = 0;
    Size beyond = 0, finite = 0;   ///< of the tensor's cells, without those that hold a finite mask value
    bool nearly_all_zero = false;  ///< the central numbers are all 0, so the range is that of all
    bool before_mask = false;      ///< the limit is that of scores before a finite mask value takes the place of some
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class TensorReadings {
public:
    // The run is the same in all calls, or another generation: then everything is forgotten.
    const Histogram& histogram(const Run& run, const NumbersOf& numbers);
    const ColourRange& range(const Run& run, const NumbersOf& numbers, RangeOf whose);

    /// Finds out now, away from the drawing thread, what would take long there: that of large tensors that are in memory.
    void read_large(const Run& run);

private:
    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<NumbersOf, Histogram> histograms_;
    std::map<std::tuple<NumbersOf, RangeOf>, ColourRange> ranges_;
};

/// "Encoder layer 1": the part of the figure a tensor belongs to, or for a parameter that which reads it; empty where nothing does.
std::string section_of(const Run& run, const TensorInfo& info);

}  // namespace vitrine
