#include "core/against/arrangement.h"

#include <algorithm>
#include <numeric>

namespace vitrine {

namespace {

std::vector<Size> without_ones(std::span<const Size> shape) {
    std::vector<Size> rest;
    std::ranges::copy_if(shape, std::back_inserter(rest), [](Size n) { return n != 1; });
    return rest;
}

/// Whether the sizes make the shape if some neighbours are multiplied.
bool makes(std::span<const Size> sizes, std::span<const Size> shape) {
    if (shape.empty()) return sizes.empty();
    Size product = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        product *= sizes[i];
        if (product == shape[0] && makes(sizes.subspan(i + 1), shape.subspan(1))) return true;
        if (product > shape[0]) return false;
    }
    return false;
}

/// The usual orders of the axes, the likeliest first.
std::vector<Arrangement> usual(const Layout& ours) {
    if (ours.rank == 1) return {{0}};
    if (ours.rank == 2) return {{0, 1}, {1, 0}};
    if (ours.rank == 3) return {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}};
    if (ours.find(Axis::key) >= 0 && ours.find(Axis::query) >= 0)
        return {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 2, 1, 3}, {0, 2, 3, 1}, {2, 0, 1, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1}};
    return {{0, 1, 2, 3}, {0, 2, 1, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}, {1, 0, 2, 3}, {1, 2, 0, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}};
}

/// Whether the last two of our axes are swapped, or the head's axis comes after its features.
bool is_turned(const Layout& ours, const Arrangement& order) {
    const auto place = [&](int axis) { return std::ranges::find(order, axis) - order.begin(); };
    const int last = ours.rank - 1;
    return ours.rank > 2 && (place(last) < place(last - 1) || (ours.find(Axis::head) == 1 && place(last) < place(1)));
}

/// Whether the numbers of a head would be joined with its positions to B H (L·d), which nobody does, though B L (H·d) may have
/// the same shape.
bool joins_places(const Layout& ours, const Arrangement& order, const std::vector<Size>& shape) {
    const int last = ours.rank - 1;
    const Size width = ours.shape[static_cast<std::size_t>(last)];
    if (ours.rank < 4 || ours.find(Axis::feature) != last || width == 1 || shape.empty()) return false;
    const bool at_end = order[static_cast<std::size_t>(last)] == last;
    return at_end && order[static_cast<std::size_t>(last - 1)] != ours.find(Axis::head) && shape.back() != width;
}

char letter_of(Axis axis) {
    switch (axis) {
        case Axis::batch:
            return 'B';
        case Axis::head:
            return 'H';
        case Axis::query:
            return 'q';
        case Axis::key:
            return 'k';
        case Axis::position:
            return 'L';
        case Axis::vocabulary:
            return 'V';
        case Axis::hidden:
            return 'F';
        case Axis::category:
            return 'C';
        default:
            return 'D';
    }
}

}  // namespace

std::vector<Arrangement> arrangements(const Layout& ours, std::span<const Size> shape) {
    const std::vector<Size> wanted = without_ones(shape);
    std::vector<Arrangement> found;
    for (const Arrangement& order : usual(ours)) {
        std::vector<Size> sizes;
        for (int axis = 0; axis < ours.rank; ++axis)
            sizes.push_back(ours.shape[static_cast<std::size_t>(order[static_cast<std::size_t>(axis)])]);
        if (!makes(without_ones(sizes), wanted) || joins_places(ours, order, wanted)) continue;
        // A swapped order is taken only if no other fits: where it is just one of several, it would hide a mistake in the order
        // of axes.
        if (found.empty() || !is_turned(ours, order)) found.push_back(order);
    }
    return found;
}

std::vector<float> arranged(std::span<const float> theirs, const Layout& ours, const Arrangement& arrangement) {
    std::vector<float> numbers(theirs.size());
    std::array<Size, max_rank> strides{};
    Size stride = 1;
    for (int axis = ours.rank - 1; axis >= 0; --axis) {
        const auto own = static_cast<std::size_t>(arrangement[static_cast<std::size_t>(axis)]);
        strides[own] = stride;
        stride *= ours.shape[own];
    }
    const Layout rows = row_major(ours);
    for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
        const Index index = index_of(rows, static_cast<Size>(cell));
        numbers[cell] = theirs[static_cast<std::size_t>(std::inner_product(index.begin(), index.end(), strides.begin(), Size{0}))];
    }
    return numbers;
}

std::string arrangement_text(const Layout& ours, const Arrangement& arrangement) {
    std::string text;
    for (int axis = 0; axis < ours.rank; ++axis) {
        const Axis own = ours.axes[static_cast<std::size_t>(arrangement[static_cast<std::size_t>(axis)])];
        const bool of_head = own == Axis::feature && ours.find(Axis::head) >= 0;
        text += (axis ? " " : "") + std::string(1, of_head ? 'd' : letter_of(own));
    }
    return text;
}

}  // namespace vitrine
