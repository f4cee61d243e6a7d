#include "core/trace/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/tensor/cell_blocks.h"
#include "core/tensor/parallel.h"

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

/// Whether the numbers of both lie in memory in the same order, so that any part of them can be visited by itself.
bool are_plain(const TensorView& a, const TensorView& b) {
    return !a.fetched && !b.fetched && in_step(a, b) && a.type == ElementType::scalar && b.type == ElementType::scalar;
}

/// visit_pairs for a part of plain tensors.
template <class Use>
void visit_plain_pairs(const TensorView& a, const TensorView& b, Size begin, Size end, Use&& use) {
    const auto *first = static_cast<const Scalar*>(a.data), *second = static_cast<const Scalar*>(b.data);
    for (Size i = begin; i < end; ++i) use(i, static_cast<double>(first[i]), static_cast<double>(second[i]));
}

/// Calls use(i, a's number, b's number) for all cells in row-major order of the indices.
template <class Use>
void visit_pairs(const TensorView& a, const TensorView& b, Use&& use) {
    const Size count = b.layout.count();
    if (b.fetched || a.fetched) return visit_fetched_pairs(a, b, use);
    if (are_plain(a, b)) return visit_plain_pairs(a, b, 0, count, use);
    const bool by_offset = in_step(a, b);
    for (Size i = 0; i < count; ++i) {
        const Index index = by_offset ? Index{} : index_of(b.layout, i);
        use(i, by_offset ? a.at_offset(i) : a.at(index), by_offset ? b.at_offset(i) : b.at(index));
    }
}

bool same_memory(const TensorView& a, const TensorView& b) {
    return a.data == b.data && a.fetched == b.fetched && a.type == b.type && a.layout.strides == b.layout.strides;
}

/// How the cells of a part of two tensors differ.
struct Differences {
    bool ids = false;
    Size changed = 0, nan_cells = 0, infinite_cells = 0, left_out = 0;
    double largest = 0;
    Size largest_at = 0;
    double moved = 0, all = 0;  // squared norms of B − A and of A

    void add(Size cell, double from, double to) {
        if (!ids && std::isfinite(from)) all += from * from;
        if (same_number(from, to)) {
            left_out += !std::isfinite(from);
            return;
        }
        ++changed;
        const double by = ids ? 1 : to - from;
        if (std::isnan(from) != std::isnan(to))
            ++nan_cells;
        else if (!std::isfinite(by))
            ++infinite_cells;
        const double size = std::isfinite(by) ? std::abs(by) : infinity;
        if (size > largest) largest = size, largest_at = cell;
        moved += size * size;
    }

    /// Adds the differences of the part that follows this one.
    void add(const Differences& next) {
        changed += next.changed, nan_cells += next.nan_cells, infinite_cells += next.infinite_cells, left_out += next.left_out;
        if (next.largest > largest) largest = next.largest, largest_at = next.largest_at;
        moved += next.moved, all += next.all;
    }
};

/// The parts of large tensors are compared at the same time. Their sizes do not depend on the number of threads, nor does the
/// result.
Differences differences_of_parts(const TensorView& a, const TensorView& b) {
    constexpr Size part = Size{1} << 20;
    const Size count = b.layout.count();
    std::vector<Differences> parts(static_cast<std::size_t>((count + part - 1) / part));
    share(static_cast<Size>(parts.size()), [&](Size i) {
        Differences found;
        visit_plain_pairs(a, b, i * part, std::min(count, (i + 1) * part),
                          [&](Size cell, double from, double to) { found.add(cell, from, to); });
        parts[static_cast<std::size_t>(i)] = found;
    });
    Differences all;
    for (const Differences& found : parts) all.add(found);
    return all;
}

Differences differences(const TensorView& a, const TensorView& b, bool ids) {
    if (!ids && are_plain(a, b)) return differences_of_parts(a, b);
    Differences found{.ids = ids};
    visit_pairs(a, b, [&](Size cell, double from, double to) { found.add(cell, from, to); });
    return found;
}

void measure(const TensorView& a, const TensorView& b, TensorChange& change) {
    const Differences found = differences(a, b, change.ids);
    change.changed = found.changed, change.nan_cells = found.nan_cells, change.infinite_cells = found.infinite_cells;
    change.left_out = found.left_out;
    change.largest = found.largest;
    change.largest_at = index_of(b.layout, found.largest_at);
    if (change.ids)
        change.relative = found.moved / static_cast<double>(change.cells);
    else if (found.moved > 0)
        change.relative = std::isinf(found.moved) || found.all == 0 ? infinity : std::sqrt(found.moved / found.all);
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
        constexpr double same = -1, not_recorded = -2;
        if (changes[i].fit == Fit::not_recorded) return std::pair(false, not_recorded);
        return std::pair(changes[i].fit != Fit::same_shape, changes[i].changed > 0 ? changes[i].relative : same);
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
