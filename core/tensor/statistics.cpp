#include "core/tensor/statistics.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/tensor/cell_blocks.h"
#include "core/tensor/parallel.h"
#include "core/tensor/statistics_sum.h"
#include "core/tensor/statistics_summarised.h"

namespace vitrine {

namespace {

/// Accumulates numbers one by one with Welford's update: one pass, without cancellation.
class Collected {
public:
    void add(double value) {
        if (std::isnan(value)) {
            ++result_.nan;
        } else if (std::isinf(value)) {
            ++result_.infinite;
        } else {
            result_.minimum = result_.finite ? std::min(result_.minimum, value) : value;
            result_.maximum = result_.finite ? std::max(result_.maximum, value) : value;
            result_.zero += value == 0;
            const double before = value - result_.mean;
            result_.mean += before / static_cast<double>(++result_.finite);
            squares_ += before * (value - result_.mean);
        }
    }

    Statistics result() const {
        Statistics result = result_;
        if (result.finite) result.standard_deviation = std::sqrt(squares_ / static_cast<double>(result.finite));
        return result;
    }

private:
    Statistics result_;
    double squares_ = 0;
};

/// With fewer cells a second thread does not pay.
constexpr Size large = Size{1} << 20;

bool is_without_gaps(const Layout& layout) {
    Size span = 1;
    for (int axis = 0; axis < layout.rank; ++axis) span += (layout.shape[axis] - 1) * layout.strides[axis];
    return span == layout.count();
}

/// The statistics of contiguous cells, computed in parallel.
template <class T>
Statistics shared_statistics(const T* cells, Size count) {
    constexpr Size part = Size{1} << 18;
    std::vector<Statistics> parts(static_cast<std::size_t>((count + part - 1) / part));
    share(static_cast<Size>(parts.size()), [&](Size i) {
        Collected collected;
        for (Size cell = i * part; cell < std::min(count, (i + 1) * part); ++cell) collected.add(static_cast<double>(cells[cell]));
        parts[static_cast<std::size_t>(i)] = collected.result();
    });
    return std::accumulate(parts.begin(), parts.end(), Statistics{}, combined);
}

Statistics shared_statistics(const TensorView& tensor) {
    const Size count = tensor.layout.count();
    switch (tensor.type) {
        case ElementType::index:
            return shared_statistics(static_cast<const std::int32_t*>(tensor.data), count);
        case ElementType::mask:
            return shared_statistics(static_cast<const std::uint8_t*>(tensor.data), count);
        default:
            return shared_statistics(static_cast<const Scalar*>(tensor.data), count);
    }
}

}  // namespace

Statistics statistics(const TensorView& tensor) {
    Collected collected;
    if (!tensor.present()) return collected.result();
    const Size count = tensor.layout.count();
    if (tensor.fetched) {
        const auto* summarised = dynamic_cast<const SummarisedCells*>(tensor.fetched);
        if (summarised && count == summarised->layout().count()) return summarised->summary();
        for_each_block_in_any_order(tensor, [&](Size, std::span<const float> cells) {
            for (const float cell : cells) collected.add(static_cast<double>(cell));
            return true;
        });
    } else if (count >= large && is_without_gaps(tensor.layout)) {
        return shared_statistics(tensor);
    } else {
        for (Size i = 0; i < count; ++i) collected.add(tensor.at(index_of(tensor.layout, i)));
    }
    return collected.result();
}

}  // namespace vitrine
