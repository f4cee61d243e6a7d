#include "core/tensor/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
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

/// So many sums side by side can be computed by vector instructions.
constexpr Size lanes = 8;
constexpr Size block = 128 * lanes;

/// Adds what(number) of each number of a block.
template <class T, class What>
double sum_of(const T* cells, const What& what) {
    std::array<double, lanes> sums{};
    for (Size i = 0; i < block; i += lanes)
        for (Size lane = 0; lane < lanes; ++lane)
            sums[static_cast<std::size_t>(lane)] += what(static_cast<double>(cells[i + lane]));
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// The statistics of a block, in two passes of vector instructions; nothing where a number is not finite.
template <class T>
std::optional<Statistics> statistics_of_block(const T* cells) {
    if (sum_of(cells, [](double value) { return value - value; }) != 0) return std::nullopt;  // ∞ − ∞ and NaN − NaN are NaN
    Statistics result{.finite = block};
    T lowest = cells[0], highest = cells[0];
    Size zero = 0;
    for (Size i = 0; i < block; ++i) {
        lowest = std::min(lowest, cells[i]), highest = std::max(highest, cells[i]);
        zero += cells[i] == T(0);
    }
    result.minimum = static_cast<double>(lowest), result.maximum = static_cast<double>(highest), result.zero = zero;
    const double mean = sum_of(cells, [](double value) { return value; }) / block;
    result.mean = mean;
    result.standard_deviation = std::sqrt(sum_of(cells, [mean](double value) { return (value - mean) * (value - mean); }) / block);
    return result;
}

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
        Statistics& sum = parts[static_cast<std::size_t>(i)];
        const Size end = std::min(count, (i + 1) * part);
        Collected others;
        for (Size cell = i * part; cell < end; cell += block) {
            const auto known = end - cell >= block ? statistics_of_block(cells + cell) : std::nullopt;
            if (known) {
                sum = combined(sum, *known);
            } else {
                for (Size one = cell; one < std::min(end, cell + block); ++one) others.add(static_cast<double>(cells[one]));
            }
        }
        sum = combined(sum, others.result());
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
    } else if (is_without_gaps(tensor.layout)) {
        return shared_statistics(tensor);
    } else {
        for (Size i = 0; i < count; ++i) collected.add(tensor.at(index_of(tensor.layout, i)));
    }
    return collected.result();
}

}  // namespace vitrine
