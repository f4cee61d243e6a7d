#include "app/compare/recorded_side.h"

#include <utility>

#include "app/run/recorded.h"

namespace vitrine {

namespace {

/// Row-major: A's number where it differs from B's beyond the tolerance, otherwise B's.
std::vector<Scalar> where_it_differs(const TracePair& pair, double tolerance, const TensorView& b) {
    std::vector<Scalar> numbers(pair.theirs.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double ours = b.at(index_of(b.layout, static_cast<Size>(i))), theirs = static_cast<double>(pair.theirs[i]);
        const bool differs = pair.counted[i] != 0 && deviation_between(theirs, ours) > tolerance;
        numbers[i] = static_cast<Scalar>(differs ? theirs : ours);
    }
    return numbers;
}

void keep_recorded(const RecordedNumbers& recorded, const Trace& b, Trace& a, std::vector<std::vector<Scalar>>& memory) {
    for (std::size_t i = 0; i < a.tensors.size(); ++i) {
        TensorView& tensor = a.tensors[i];
        if (tensor.type != ElementType::scalar) continue;
        const std::string& path = a.outline->tensors[i].path;
        const TracePair* pair = recorded.find(path);
        const TensorView ours = b.find(path);
        if (!pair) {
            tensor = {};
        } else if (ours.present() && ours.layout.axes == tensor.layout.axes && ours.layout.shape == tensor.layout.shape) {
            memory.push_back(where_it_differs(*pair, recorded.tolerance, ours));
            tensor = {row_major(tensor.layout), ElementType::scalar, memory.back().data()};
        }
    }
}

}  // namespace

RecordedSide recorded_side(const Run& a, const Run& b) {
    RecordedSide side{a.trace, a.parameter_trace, {}};
    keep_recorded(*a.recorded, b.trace, side.trace, side.numbers);
    keep_recorded(*a.recorded, b.parameter_trace, side.parameters, side.numbers);
    return side;
}

void mark_recorded(const RecordedNumbers& recorded, std::vector<TensorChange>& changes) {
    for (TensorChange& change : changes) {
        change.tolerance = recorded.tolerance;
        if (!recorded.find(change.path)) change = {.path = change.path, .ids = change.ids, .fit = Fit::not_recorded, .b = change.b};
    }
}

}  // namespace vitrine
