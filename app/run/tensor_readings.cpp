#include "app/run/tensor_readings.h"

#include <algorithm>
#include <vector>

#include "app/run/picture.h"
#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

TensorView find(const Run& run, const NumbersOf& numbers) { return find_tensor(run, numbers.path, numbers.aspect); }

/// Whether the tensor has a finite mask value in masked cells. It is not a score, but would be the largest number of all.
bool holds_mask_value(const Run& run, const NumbersOf& numbers) {
    return numbers.aspect == Aspect::value && !run.difference && run.model->configuration.mask_value &&
           numbers.path.ends_with(".masked_scores");
}

/// The scores that the mask does not hide, one after the other. masked_scores: [B, H, q, k].
Tensor scores_left(const Run& run, const NumbersOf& numbers) {
    const TensorView scores = find(run, numbers), mask = *mask_of(run, *run.info(numbers.path));
    std::vector<Scalar> left;
    for (Size i = 0; i < scores.layout.count(); ++i) {
        const Index cell = index_of(scores.layout, i);
        Index everyone = cell;
        everyone[1] = 0;  // a mask has a single head for all
        if (mask.at(everyone) != 0) left.push_back(static_cast<Scalar>(scores.at(cell)));
    }
    Tensor result(Axis::feature);
    result.resize({static_cast<Size>(left.size())});
    std::copy(left.begin(), left.end(), result.data());
    return result;
}

/// What all tensors with a common range share.
struct Kind {
    Reading reading;
    ElementType type;
    bool recorded;
    std::string section;  ///< empty: any

    bool operator==(const Kind&) const = default;
};

Kind kind_of(const Run& run, const TensorInfo& info, const TensorView& tensor, RangeOf whose) {
    return {reading_of(info, tensor.type), tensor.type, run.outline().find(info.path) != nullptr,
            whose == RangeOf::layer ? section_of(run, info) : ""};
}

/// The largest limit of all tensors that are compared with this one.
double common_limit(const Run& run, const NumbersOf& numbers, RangeOf whose) {
    const Kind kind = kind_of(run, *run.info(numbers.path), run.find(numbers.path), whose);
    double limit = 0;
    for (const std::string& path : paths_of(run)) {
        const TensorInfo& info = *run.info(path);
        const TensorView tensor = find(run, {path, numbers.aspect});
        if (tensor.present() && kind_of(run, info, tensor, whose) == kind)
            limit = std::max(limit, limit_of(run, info, numbers.aspect));
    }
    return limit;
}

ColourRange central_range(const TensorView& tensor, ColourRange range) {
    constexpr double central_share = 0.99;
    const double central = magnitude_quantile(tensor, central_share);
    range.nearly_all_zero = central == 0 && range.finite > 0;
    if (central == 0) return range;  // nothing would remain of the others
    range.limit = central;
    range.beyond = count_beyond(tensor, central);
    return range;
}

ColourRange range_of(const Run& run, const NumbersOf& numbers, RangeOf whose) {
    const double largest = limit_of(run, *run.info(numbers.path), numbers.aspect);
    ColourRange range{.limit = largest,
                      .finite = statistics_of(run, numbers.path, numbers.aspect).finite,
                      .before_mask = holds_mask_value(run, numbers)};
    if (whose == RangeOf::layer || whose == RangeOf::all) range.limit = common_limit(run, numbers, whose);
    if (whose != RangeOf::central) return range;
    if (is_uncounted(find(run, numbers))) {
        range.uncounted = true;
        return range;
    }
    if (!range.before_mask) return central_range(find(run, numbers), range);
    const Tensor left = scores_left(run, numbers);
    range.finite = statistics(view(left)).finite;
    return central_range(view(left), range);
}

}  // namespace

bool is_uncounted(const TensorView& tensor) {
    constexpr Size most = Size{1} << 22;
    return !any_thread_reads(tensor) && tensor.layout.count() > most;
}

std::string section_of(const Run& run, const TensorInfo& info) {
    const Outline& outline = run.outline();
    return info.step < static_cast<int>(outline.steps.size()) ? outline.block_of(info.step).section : "";
}

void TensorReadings::follow(const Run& run) {
    if (run.generation == generation_) return;
    histograms_.clear();
    ranges_.clear();
    hides_.clear();
    hidden_.clear();
    generation_ = run.generation;
}

const Histogram& TensorReadings::histogram(const Run& run, const NumbersOf& numbers) {
    constexpr int bins = 41;  // odd, so that zero lies within a bin if the range is symmetric
    follow(run);
    const auto known = histograms_.find(numbers);
    if (known != histograms_.end()) return known->second;
    if (is_uncounted(find(run, numbers))) return histograms_.emplace(numbers, Histogram{}).first->second;
    return histograms_
        .emplace(numbers, vitrine::histogram(find(run, numbers), statistics_of(run, numbers.path, numbers.aspect), bins))
        .first->second;
}

const ColourRange& TensorReadings::range(const Run& run, const NumbersOf& numbers, RangeOf whose) {
    follow(run);
    const auto known = ranges_.find({numbers, whose});
    if (known != ranges_.end()) return known->second;
    return ranges_.emplace(std::tuple{numbers, whose}, range_of(run, numbers, whose)).first->second;
}

bool TensorReadings::hides(const Run& run, const MaskedPlane& plane, const std::function<bool()>& find) {
    follow(run);
    const auto known = hides_.find(plane);
    return known != hides_.end() ? known->second : hides_.emplace(plane, find()).first->second;
}

Size TensorReadings::hidden(const Run& run, const TensorView& mask, Size place, std::uint64_t generation) {
    follow(run);
    const void* cells = mask.fetched ? static_cast<const void*>(mask.fetched) : mask.data;
    const std::tuple key{cells, place, generation};
    if (const auto known = hidden_.find(key); known != hidden_.end()) return known->second;
    const Size first = place * mask.layout.strides[0], count = mask.layout.count() / mask.layout.shape[0];
    Size hidden = 0;
    if (const auto* bytes = static_cast<const std::uint8_t*>(mask.data)) {
        hidden = std::count(bytes + first, bytes + first + count, std::uint8_t{0});
    } else {
        for (Size i = 0; i < count; ++i) hidden += mask.at_offset(first + i) == 0;
    }
    return hidden_.emplace(key, hidden).first->second;
}

void TensorReadings::read_large(const Run& run) {
    constexpr Size large = 500'000;
    for (const std::string& path : paths_of(run)) {
        const TensorView tensor = run.find(path);
        if (tensor.layout.count() < large || !any_thread_reads(tensor)) continue;
        histogram(run, {path, Aspect::value});
        range(run, {path, Aspect::value}, RangeOf::central);
    }
}

}  // namespace vitrine
