#include "core/selftest/comparisons.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vitrine {

void Comparisons::note(double difference, std::string where) {
    result_.worst = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    result_.where = std::move(where);
}

double difference_of(double a, double b) {
    if (a == b) return 0;
    return std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
}

namespace {

/// In one reading, since each may take long.
TensorNumbers numbers_of(const FetchedCells& cells) {
    const Layout& layout = cells.layout();
    std::vector<float> read(static_cast<std::size_t>(layout.count()));
    cells.read({.first = {}, .count = layout.shape}, read.data());
    return {{layout.shape.begin(), layout.shape.begin() + layout.rank}, {read.begin(), read.end()}};
}

}  // namespace

TensorNumbers numbers_of(const TensorView& tensor) {
    if (!tensor.present()) return {};
    if (tensor.fetched) return numbers_of(*tensor.fetched);
    const auto& shape = tensor.layout.shape;
    TensorNumbers numbers{{shape.begin(), shape.begin() + tensor.layout.rank}, {}};
    for (Size cell = 0; cell < tensor.layout.count(); ++cell) numbers.values.push_back(tensor.at(index_of(tensor.layout, cell)));
    return numbers;
}

TensorNumbers numbers_of(const StoredTensors& file, const std::string& name) {
    const StoredTensor* tensor = file.find(name);
    if (!tensor) return {};
    TensorNumbers numbers{tensor->shape, std::vector<double>(static_cast<std::size_t>(tensor->count()))};
    copy_numbers(*tensor, numbers.values.data());
    return numbers;
}

void compare(const std::string& name, const TensorNumbers& ours, const TensorNumbers& theirs, Comparisons& comparisons) {
    if (ours.shape != theirs.shape || ours.values.size() != theirs.values.size() || ours.values.empty())
        return comparisons.add(1, [&] { return name + " as a whole"; });
    std::vector<Size> index(ours.shape.size());
    for (std::size_t i = 0; i < ours.values.size(); ++i) {
        comparisons.add(difference_of(ours.values[i], theirs.values[i]), [&] {
            auto rest = static_cast<Size>(i);
            for (std::size_t axis = index.size(); axis-- > 0; rest /= ours.shape[axis]) index[axis] = rest % ours.shape[axis];
            return cell_words(name, index);
        });
    }
}

std::string cell_words(const std::string& path, std::span<const Size> index) {
    return fmt::format("{} [{}]", path, fmt::join(index, ", "));
}

std::string cell_words(const std::string& path, const Layout& layout, const Index& index) {
    return cell_words(path, std::span(index).first(static_cast<std::size_t>(layout.rank)));
}

}  // namespace vitrine
