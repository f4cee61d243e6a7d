#include "core/trace/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool same_shape(const Layout& a, const Layout& b) { return a.rank == b.rank && a.axes == b.axes && a.shape == b.shape; }

/// Whether cells can be visited by offset: both tensors are row-major.
bool in_step(const TensorView& a, const TensorView& b) { return a.layout.is_row_major() && b.layout.is_row_major(); }

/// visit_pairs for tensors at least one of which is fetched.
template <class Use>
void visit_fetched_pairs(const TensorView& a, const TensorView& b, Use&& use) {
    const TensorView &fetched = b.fetched ? b : a, &other = b.fetched ? a : b;
    for_each_block(fetched, [&](Size first, std::span<const float> cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Size place = first + static_cast<Size>(i);
            const double one = static_cast<double>(cells[i]), another = other.at(index_of(b.layout, place));
            b.fetched ? use(place, another, one) : use(place, one, another);
        }
        return true;
    });
}

/// Calls use(i, a's number, b's number) for all cells in row-major order of the indices.
template <class Use>
void visit_pairs(const TensorView& a, const TensorView& b, Use&& use) {
    const Size count = b.layout.count();
    if (b.fetched || a.fetched) return visit_fetched_pairs(a, b, use);
    const bool plain = in_step(a, b);
    if (plain && a.type == ElementType::scalar && b.type == ElementType::scalar) {
        const auto *first = static_cast<const Scalar*>(a.data), *second = static_cast<const Scalar*>(b.data);
        for (Size i = 0; i < count; ++i) use(i, static_cast<double>(first[i]), static_cast<double>(second[i]));
        return;
    }
    for (Size i = 0; i < count; ++i) {
        const Index index = plain ? Index{} : index_of(b.layout, i);
        use(i, plain ? a.at_offset(i) : a.at(index), plain ? b.at_offset(i) : b.at(index));
    }
}

bool same_memory(const TensorView& a, const TensorView& b) {
    return a.data == b.data && a.fetched == b.fetched && a.type == b.type && a.layout.strides == b.layout.strides;
}

void measure(const TensorView& a, const TensorView& b, TensorChange& change) {
    double moved = 0, all = 0;
    Size at = 0;
    visit_pairs(a, b, [&](Size i, double from, double to) {
        if (!change.ids && std::isfinite(from)) all += from * from;
        if (same_number(from, to)) {
            change.left_out += !std::isfinite(from);
            return;
        }
        ++change.changed;
        const double by = change.ids ? 1 : to - from;
        if (std::isnan(from) != std::isnan(to))
            ++change.nan_cells;
        else if (!std::isfinite(by))
            ++change.infinite_cells;
        const double size = std::isfinite(by) ? std::abs(by) : infinity;
        if (size > change.largest) change.largest = size, at = i;
        moved += size * size;
    });
    change.largest_at = index_of(b.layout, at);
    if (change.ids)
        all = static_cast<double>(change.cells), change.relative = moved / all;
    else if (moved > 0)
        change.relative = std::isinf(moved) || all == 0 ? infinity : std::sqrt(moved / all);
}

}  // namespace

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double change_of(double a, double b) { return same_number(a, b) ? 0 : b - a; }

TensorChange compare(const std::string& path, const TensorView& a, const TensorView& b) {
    TensorChange change{.path = path, .ids = (b.present() ? b : a).type == ElementType::index};
    if (a.present()) change.a = a.layout;
    if (b.present()) change.b = b.layout;
    if (!a.present())
        change.fit = Fit::only_in_b;
    else if (!b.present())
        change.fit = Fit::only_in_a;
    else if (!same_shape(a.layout, b.layout))
        change.fit = Fit::other_shape;
    if (change.fit != Fit::same_shape) return change;
    change.cells = b.layout.count();
    if (!same_memory(a, b)) measure(a, b, change);
    return change;
}

std::vector<TensorChange> compare(const Trace& a, const Trace& b) {
    std::vector<TensorChange> changes;
    std::size_t next = 0;  // index of the first tensor of A that has not been compared with B yet
    const auto add_up_to = [&](std::size_t end) {
        for (; next < end; ++next) {
            const TensorInfo& info = a.outline->tensors[next];
            const bool only_here = a.tensors[next].present() && !b.find(info.path).present();
            if (only_here && !info.is_view) changes.push_back(compare(info.path, a.tensors[next], {}));
        }
    };
    for (std::size_t i = 0; i < b.tensors.size(); ++i) {
        const TensorInfo& info = b.outline->tensors[i];
        if (const auto slot = a.outline->slots.find(info.path); slot != a.outline->slots.end())
            add_up_to(static_cast<std::size_t>(slot->second));
        if (b.tensors[i].present() && !info.is_view) changes.push_back(compare(info.path, a.find(info.path), b.tensors[i]));
    }
    add_up_to(a.tensors.size());
    return changes;
}

std::optional<std::size_t> first_change(std::span<const TensorChange> changes) {
    const auto first = std::ranges::find_if(changes, &TensorChange::differs);
    if (first == changes.end()) return std::nullopt;
    return static_cast<std::size_t>(first - changes.begin());
}

std::vector<std::size_t> most_changed_first(std::span<const TensorChange> changes) {
    std::vector<std::size_t> places(changes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const auto weight = [&](std::size_t i) {
        return std::pair(changes[i].fit != Fit::same_shape, changes[i].changed > 0 ? changes[i].relative : -1.0);
    };
    std::ranges::stable_sort(places, [&](std::size_t i, std::size_t j) { return weight(i) > weight(j); });
    return places;
}

void write_change(const TensorView& a, const TensorView& b, Scalar* out) {
    visit_pairs(a, b, [&](Size i, double from, double to) { out[i] = static_cast<Scalar>(change_of(from, to)); });
}

std::string size_words(const Layout& layout) {
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis)
        words += (axis ? " × " : "") + std::to_string(layout.shape[static_cast<std::size_t>(axis)]);
    return words;
}

}  // namespace vitrine
