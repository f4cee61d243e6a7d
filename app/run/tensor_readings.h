#pragma once
/// What the tensors view says about whole tensors beyond their statistics, found out when somebody asks and then remembered.

#include <functional>
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
    bool uncounted = false;        ///< the cells are elsewhere and too many to be counted: the range is that of all
    bool before_mask = false;      ///< the limit is that of scores before a finite mask value takes the place of some
};

/// Whether a tensor's cells are elsewhere and too many to be brought back only to count them: of such a tensor there is no
/// histogram.
bool is_uncounted(const TensorView& tensor);

/// A plane of a tensor that a mask may hide cells of.
struct MaskedPlane {
    std::string path;
    int row_axis = 0, column_axis = 1;
    Index fixed{};

    auto operator<=>(const MaskedPlane&) const = default;
};

/// For one thread at a time: for the drawing thread, once a run is shown.
class TensorReadings {
public:
    // The run is the same in all calls, or another generation: then everything is forgotten.
    const Histogram& histogram(const Run& run, const NumbersOf& numbers);
    const ColourRange& range(const Run& run, const NumbersOf& numbers, RangeOf whose);

    /// Whether a mask hides any cell of a plane. `find` looks at them, once.
    bool hides(const Run& run, const MaskedPlane& plane, const std::function<bool()>& find);

    /// How many cells of a mask are 0 at one place along its first axis, where they lie side by side. `generation` is another
    /// number whenever the mask's numbers change under the same address.
    Size hidden(const Run& run, const TensorView& mask, Size place, std::uint64_t generation);

    /// Finds out now, away from the drawing thread, what would take long there: that of large tensors that are in memory.
    void read_large(const Run& run);

private:
    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    std::map<NumbersOf, Histogram> histograms_;
    std::map<std::tuple<NumbersOf, RangeOf>, ColourRange> ranges_;
    std::map<MaskedPlane, bool> hides_;
    std::map<std::tuple<const void*, Size, std::uint64_t>, Size> hidden_;
};

/// "Encoder layer 1": the part of the figure a tensor belongs to, or for a parameter that which reads it; empty where nothing does.
std::string section_of(const Run& run, const TensorInfo& info);

}  // namespace vitrine
