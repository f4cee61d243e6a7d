#include "core/tensor/histogram.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

/// Visits every cell: in memory order where the cells have no gaps, which holds for all recorded tensors.
template <class T, class Visit>
void visit_cells_of(const TensorView& tensor, Visit&& visit) {
    const T* cells = static_cast<const T*>(tensor.data);
    const Layout& layout = tensor.layout;
    const Size count = layout.count();
    Size span = 1;
    for (int axis = 0; axis < layout.rank; ++axis) span += (layout.shape[axis] - 1) * layout.strides[axis];
    if (span == count) {
        for (Size i = 0; i < count; ++i) visit(cells[i]);
    } else {
        for (Size i = 0; i < count; ++i) visit(cells[layout.offset(index_of(layout, i))]);
    }
}

template <class Visit>
void visit_cells(const TensorView& tensor, Visit&& visit) {
    if (!tensor.present()) return;
    if (tensor.fetched)
        return for_each_block_in_any_order(tensor, [&](Size, std::span<const float> cells) {
            for (const float cell : cells) visit(cell);
            return true;
        });
    switch (tensor.type) {
        case ElementType::index:
            return visit_cells_of<std::int32_t>(tensor, visit);
        case ElementType::mask:
            return visit_cells_of<std::uint8_t>(tensor, visit);
        default:
            return visit_cells_of<Scalar>(tensor, visit);
    }
}

constexpr std::uint32_t infinity_bits = 0x7f800000;

/// Floats without their sign sort like their bit patterns; ∞ and NaN have the largest ones.
template <class T>
std::uint32_t magnitude_bits(T value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value)) & 0x7fffffffu;
}

constexpr int half_bits = 16;
using HalfCounts = std::vector<Size>;

/// Finds the first bin at which the cumulated count reaches `rank`, and subtracts the counts of all bins before it from `rank`.
std::uint32_t place_of_rank(const HalfCounts& counts, Size& rank) {
    std::uint32_t place = 0;
    while (place + 1 < counts.size() && rank > counts[place]) rank -= counts[place++];
    return place;
}

}  // namespace

Size Histogram::highest() const { return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end()); }

Histogram histogram(const TensorView& tensor, const Statistics& known, int bins) {
    Histogram result{.low = known.minimum, .high = known.maximum};
    if (known.finite == 0) return result;
    const double width = known.maximum - known.minimum;
    if (!(width > 0)) {
        result.counts = {known.finite};
        return result;
    }
    result.counts.assign(static_cast<std::size_t>(bins), 0);
    const double per_unit = bins / width;
    visit_cells(tensor, [&](auto cell) {
        const double along = (static_cast<double>(cell) - known.minimum) * per_unit;
        if (std::isfinite(along)) ++result.counts[static_cast<std::size_t>(std::clamp(static_cast<int>(along), 0, bins - 1))];
    });
    return result;
}

double magnitude_quantile(const TensorView& tensor, double share) {
    // First pass: count the upper halves of the bits. Second pass: the lower halves of the cells whose upper half was found.
    HalfCounts upper(std::size_t{1} << half_bits), lower(std::size_t{1} << half_bits);
    Size finite = 0;
    visit_cells(tensor, [&](auto cell) {
        const std::uint32_t bits = magnitude_bits(cell);
        if (bits >= infinity_bits) return;
        ++upper[bits >> half_bits];
        ++finite;
    });
    if (finite == 0) return 0;
    const double wanted = std::ceil(share * static_cast<double>(finite));
    Size rank = std::clamp<Size>(static_cast<Size>(wanted), 1, finite);
    const std::uint32_t high = place_of_rank(upper, rank);
    visit_cells(tensor, [&](auto cell) {
        const std::uint32_t bits = magnitude_bits(cell);
        if (bits >> half_bits == high) ++lower[bits & 0xffffu];
    });
    return static_cast<double>(std::bit_cast<float>(high << half_bits | place_of_rank(lower, rank)));
}

Size count_beyond(const TensorView& tensor, double limit) {
    Size count = 0;
    visit_cells(tensor, [&](auto cell) {
        const double magnitude = std::abs(static_cast<double>(cell));
        count += magnitude > limit && std::isfinite(magnitude);
    });
    return count;
}

}  // namespace vitrine
