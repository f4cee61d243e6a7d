#pragma once
/// Facts about whole tensors for the view Tensors, beyond their statistics: computed on demand and cached.

#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "app/run/aspect.h"
#include "core/tensor/histogram.h"

namespace vitrine {

/// The numbers that the colour range covers.
enum class RangeOf : std::uint8_t {
    tensor,
    layer,    ///< of all tensors of the same Reading in the same part of the figure
    all,      ///< of all tensors of the same Reading in the run
    central,  ///< the central 99 % of the tensor's numbers; the others are beyond the scale
};

/// A tensor of a run in one aspect. Requires: the run has these numbers.
struct NumbersOf {
    std::string path;
    Aspect aspect = Aspect::value;  ///< not `both`

    auto operator<=>(const NumbersOf&) const = default;
};

/// The colour range: from −limit to limit, or from 0 for tensors without negative numbers.
struct ColourRange {
    double limit = 0;
    Size beyond = 0, finite = 0;   ///< counts of cells, except those with a finite mask value
    bool nearly_all_zero = false;  ///< the central numbers are all 0, so the range is that of all numbers
    bool uncounted = false;        ///< is_uncounted(): the range is that of all numbers
    bool before_mask = false;      ///< the limit is that of the scores before a finite mask value replaces some of them
};

/// Whether a tensor's cells are in graphics memory and are too many to be fetched just for counting. Such a tensor has no
/// histogram.
bool is_uncounted(const TensorView& tensor);

/// A plane of a tensor whose cells a mask may hide.
struct MaskedPlane {
    std::string path;
    int row_axis = 0, column_axis = 1;
    Index fixed{};

    auto operator<=>(const MaskedPlane&) const = default;
};

/// For one thread at a time: for the drawing thread, as soon as the run is shown.
class TensorReadings {
public:
    // All functions: a run of another generation empties the cache.
    const Histogram& histogram(const Run& run, const NumbersOf& numbers);
    const ColourRange& range(const Run& run, const NumbersOf& numbers, RangeOf whose);

    /// Whether a mask hides any cell of the plane. Calls `find` once to compute this.
    bool hides(const Run& run, const MaskedPlane& plane, const std::function<bool()>& find);

    /// The number of zeros of a mask at one index along its first axis. Requires: those cells are contiguous; `generation`
    /// changes whenever the numbers at the mask's address do.
    Size hidden(const Run& run, const TensorView& mask, Size place, std::uint64_t generation);

    /// Computes histograms and central ranges of the large tensors in main memory now, on another thread than the drawing thread.
    void read_large(const Run& run);

private:
    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<NumbersOf, Histogram> histograms_;
    std::map<std::tuple<NumbersOf, RangeOf>, ColourRange> ranges_;
    std::map<MaskedPlane, bool> hides_;
    std::map<std::tuple<const void*, Size, std::uint64_t>, Size> hidden_;
};

/// "Encoder layer 1": the part of the figure that computes a tensor or first reads a parameter; empty if no step does.
std::string section_of(const Run& run, const TensorInfo& info);

}  // namespace vitrine
