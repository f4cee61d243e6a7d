#include "app/run/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

/// A number's bits without its sign. Those of finite numbers are ordered like the numbers and below those of ∞, and those of NaN
/// are above. So both loops below are over integers, which compilers turn into vector instructions.
using Bits = std::conditional_t<sizeof(Scalar) == 4, std::int32_t, std::int64_t>;
constexpr Bits infinity = std::bit_cast<Bits>(std::numeric_limits<Scalar>::infinity());

Bits magnitude(Scalar number) { return std::bit_cast<Bits>(number) & std::numeric_limits<Bits>::max(); }

double largest_magnitude(const Scalar* cells, Size count) {
    Bits largest = 0;
    for (Size i = 0; i < count; ++i) {
        const Bits bits = magnitude(cells[i]);
        largest = std::max(largest, bits < infinity ? bits : Bits{0});
    }
    return static_cast<double>(std::bit_cast<Scalar>(largest));
}

bool has_nan(const TensorView& tensor) {
    if (!tensor.data || tensor.type != ElementType::scalar) return false;
    const auto* cells = static_cast<const Scalar*>(tensor.data);
    const Size count = tensor.layout.count();
    Bits largest = 0;
    for (Size i = 0; i < count; ++i) largest = std::max(largest, magnitude(cells[i]));
    return largest > infinity;
}

}  // namespace

TraceStatistics::TraceStatistics(Trace trace)
    : trace_(std::move(trace)), statistics_(trace_.tensors.size()), limits_(trace_.tensors.size()) {}

const Statistics& TraceStatistics::of(const std::string& path) {
    return of_slot(static_cast<std::size_t>(trace_.outline->slots.at(path)));
}

const Statistics& TraceStatistics::of_slot(std::size_t slot) {
    std::optional<Statistics>& known = statistics_[slot];
    if (!known) known = statistics(trace_.tensors[slot]);
    return *known;
}

double TraceStatistics::limit(const std::string& path) {
    const auto slot = static_cast<std::size_t>(trace_.outline->slots.at(path));
    std::optional<double>& known = limits_[slot];
    if (known) return *known;
    const TensorView& tensor = trace_.tensors[slot];
    if (tensor.data && tensor.type == ElementType::scalar && !statistics_[slot]) {
        known = largest_magnitude(static_cast<const Scalar*>(tensor.data), tensor.layout.count());
    } else {
        known = std::max(std::abs(of(path).minimum), std::abs(of(path).maximum));
    }
    return *known;
}

const NanFinding& TraceStatistics::nan() {
    if (nan_) return *nan_;
    nan_.emplace();
    for (std::size_t slot = 0; slot < statistics_.size(); ++slot) {
        const TensorView& tensor = trace_.tensors[slot];
        if (trace_.outline->tensors[slot].is_view) continue;
        const bool known = statistics_[slot] || tensor.fetched;
        if (!(known ? of_slot(slot).nan > 0 : has_nan(tensor))) continue;
        if (!nan_->first) nan_->first = &trace_.outline->tensors[slot];
        ++nan_->tensors;
    }
    return *nan_;
}

void TraceStatistics::find_all() {
    bool elsewhere = false;
    for (std::size_t slot = 0; slot < statistics_.size(); ++slot) {
        const TensorView& tensor = trace_.tensors[slot];
        const bool drawn_there = !any_thread_reads(tensor);
        elsewhere = elsewhere || drawn_there;
        if (!drawn_there) statistics_[slot] = statistics(tensor);
    }
    if (!elsewhere) nan();
}

void TraceStatistics::find_nan() {
    if (std::ranges::all_of(trace_.tensors, any_thread_reads)) nan();
}

}  // namespace vitrine
