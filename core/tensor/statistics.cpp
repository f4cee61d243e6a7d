#include "core/tensor/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "core/tensor/cell_blocks.h"
#include "core/tensor/parallel.h"
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

/// Eight numbers that are handled at once.
constexpr Size lanes = 8;
using Numbers = double __attribute__((vector_size(lanes * sizeof(double))));
using Counts = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

/// Cells that are summarised together: few enough to be read twice from the first-level cache.
constexpr Size block = 128 * lanes;

template <class T>
void load(const T* cells, Numbers& numbers) {
    T few __attribute__((vector_size(lanes * sizeof(T))));
    std::memcpy(&few, cells, sizeof few);
    numbers = __builtin_convertvector(few, Numbers);
}

template <class Vector>
auto total(const Vector& vector) {
    auto sum = vector[0];
    for (Size lane = 1; lane < lanes; ++lane) sum += vector[lane];
    return sum;
}

/// The statistics of a block, in two passes: the first finds the mean, the second what the numbers are away from it.
template <class T>
Statistics statistics_of_block(const T* cells) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Numbers sum{}, squares{}, lowest = Numbers{} + infinity, highest = Numbers{} - infinity;
    Counts finite{}, nan{}, zero{};  // a comparison gives −1 where it holds
    for (Size i = 0; i < block; i += lanes) {
        Numbers x;
        load(cells + i, x);
        const Counts is_finite = x - x == Numbers{};  // ∞ − ∞ and NaN − NaN are NaN
        finite -= is_finite, nan -= x != x, zero -= x == Numbers{};
        sum += is_finite ? x : Numbers{};
        lowest = (is_finite & (x < lowest)) ? x : lowest;
        highest = (is_finite & (x > highest)) ? x : highest;
    }
    Statistics result{.finite = total(finite), .nan = total(nan), .zero = total(zero)};
    result.infinite = block - result.finite - result.nan;
    if (result.finite == 0) return result;
    result.mean = total(sum) / static_cast<double>(result.finite);
    for (Size i = 0; i < block; i += lanes) {
        Numbers x;
        load(cells + i, x);
        const Numbers away = x - result.mean;
        squares += x - x == Numbers{} ? away * away : Numbers{};
    }
    result.standard_deviation = std::sqrt(total(squares) / static_cast<double>(result.finite));
    result.minimum = lowest[0], result.maximum = highest[0];
    for (Size lane = 1; lane < lanes; ++lane) {
        result.minimum = std::min(result.minimum, lowest[lane]);
        result.maximum = std::max(result.maximum, highest[lane]);
    }
    return result;
}

bool is_without_gaps(const Layout& layout) {
    Size span = 1;
    for (int axis = 0; axis < layout.rank; ++axis) span += (layout.shape[axis] - 1) * layout.strides[axis];
    return span == layout.count();
}

/// The statistics of contiguous cells, computed by one thread.
template <class T>
Statistics statistics_of_cells(const T* cells, Size count) {
    Statistics all;
    Size cell = 0;
    for (; cell + block <= count; cell += block) all = combined(all, statistics_of_block(cells + cell));
    Collected rest;
    for (; cell < count; ++cell) rest.add(static_cast<double>(cells[cell]));
    return combined(all, rest.result());
}

/// The same, computed in parallel.
template <class T>
Statistics shared_statistics(const T* cells, Size count) {
    constexpr Size part = Size{1} << 18;
    std::vector<Statistics> parts(static_cast<std::size_t>((count + part - 1) / part));
    share(static_cast<Size>(parts.size()), [&](Size i) {
        parts[static_cast<std::size_t>(i)] = statistics_of_cells(cells + i * part, std::min(part, count - i * part));
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

Statistics combined(const Statistics& a, const Statistics& b) {
    Statistics all = a.finite > 0 ? a : b;
    all.finite = a.finite + b.finite;
    all.nan = a.nan + b.nan;
    all.infinite = a.infinite + b.infinite;
    all.zero = a.zero + b.zero;
    if (a.finite == 0 || b.finite == 0) return all;
    all.minimum = std::min(a.minimum, b.minimum);
    all.maximum = std::max(a.maximum, b.maximum);
    const auto first = static_cast<double>(a.finite), second = static_cast<double>(b.finite), count = first + second;
    const double apart = b.mean - a.mean;
    all.mean = a.mean + apart * second / count;
    const double squares = a.standard_deviation * a.standard_deviation * first +
                           b.standard_deviation * b.standard_deviation * second + apart * apart * first * second / count;
    all.standard_deviation = std::sqrt(squares / count);
    return all;
}

Statistics statistics(const TensorView& tensor) {
    if (!tensor.present()) return {};
    const Size count = tensor.layout.count();
    if (tensor.fetched) {
        const auto* summarised = dynamic_cast<const SummarisedCells*>(tensor.fetched);
        if (summarised && count == summarised->layout().count()) return summarised->summary();
        Statistics all;
        for_each_block_in_any_order(tensor, [&](Size, std::span<const float> cells) {
            all = combined(all, statistics_of_cells(cells.data(), static_cast<Size>(cells.size())));
            return true;
        });
        return all;
    }
    if (is_without_gaps(tensor.layout)) return shared_statistics(tensor);
    Collected collected;
    for (Size i = 0; i < count; ++i) collected.add(tensor.at(index_of(tensor.layout, i)));
    return collected.result();
}

}  // namespace vitrine
