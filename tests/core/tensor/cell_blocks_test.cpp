#include "core/tensor/cell_blocks.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "core/tensor/histogram.h"
#include "core/tensor/notation.h"
#include "core/tensor/statistics_summarised.h"
#include "tests/core/fetched_tensor.h"

namespace vitrine::cell_blocks_test {

namespace {

TensorView fetched_view(const FetchedCells& cells) { return {.layout = cells.layout(), .fetched = &cells}; }

Tensor numbers_of(std::initializer_list<Size> shape) {
    Tensor tensor{Axis::batch, Axis::head, Axis::query, Axis::key};
    tensor.resize(shape);
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(static_cast<float>(i % 977) / 61 - 7);
    return tensor;
}

void check_same(const Statistics& a, const Statistics& b) {
    CHECK(a.minimum == b.minimum);
    CHECK(a.maximum == b.maximum);
    CHECK(a.mean == doctest::Approx(b.mean).epsilon(1e-9));
    CHECK(a.standard_deviation == doctest::Approx(b.standard_deviation).epsilon(1e-9));
    CHECK(a.finite == b.finite);
    CHECK(a.nan == b.nan);
    CHECK(a.infinite == b.infinite);
    CHECK(a.zero == b.zero);
}

}  // namespace

TEST_CASE("blocks hold every cell of a fetched tensor once, in the order of the view's indices") {
    for (const auto& shape : {std::initializer_list<Size>{1, 1, 3, 5}, {2, 3, 300, 400}, {1, 1, 2, 300'001}}) {
        const Tensor tensor = numbers_of(shape);
        const tests::FetchedTensor cells(tensor);
        Size next = 0;
        bool right = true;
        for_each_block(fetched_view(cells), [&](Size first, std::span<const float> block) {
            right = right && first == next;
            for (const float cell : block) right = right && static_cast<Scalar>(cell) == tensor.data()[next++];
            return true;
        });
        CHECK(right);
        CHECK(next == tensor.count());
    }
}

TEST_CASE("blocks of a fetched tensor seen through exchanged axes are in the order of those") {
    const Tensor tensor = numbers_of({1, 2, 7, 9});
    const tests::FetchedTensor cells(tensor);
    const TensorView turned = transposed(fetched_view(cells), 2, 3), wanted = transposed(view(tensor), 2, 3);
    Size count = 0;
    for_each_block(turned, [&](Size first, std::span<const float> block) {
        for (std::size_t i = 0; i < block.size(); ++i, ++count)
            CHECK(static_cast<double>(block[i]) == wanted.at(index_of(wanted.layout, first + static_cast<Size>(i))));
        return true;
    });
    CHECK(count == tensor.count());
}

TEST_CASE("whoever has seen enough blocks gets no more of them") {
    const Tensor tensor = numbers_of({4, 4, 300, 300});
    const tests::FetchedTensor cells(tensor);
    int blocks = 0;
    for_each_block(fetched_view(cells), [&](Size, std::span<const float>) { return ++blocks < 2; });
    CHECK(blocks == 2);
    CHECK(cells.reads() == 2);
}

TEST_CASE("statistics and histograms of fetched cells are those of the same cells in memory, with few reads") {
    Tensor tensor = numbers_of({2, 3, 200, 300});
    tensor.data()[17] = std::numeric_limits<Scalar>::quiet_NaN();
    tensor.data()[270'000] = -std::numeric_limits<Scalar>::infinity();
    const tests::FetchedTensor cells(tensor);
    const Statistics known = statistics(view(tensor));
    check_same(statistics(fetched_view(cells)), known);
    CHECK(cells.reads() < 10);
    CHECK(histogram(fetched_view(cells), known, 11).counts == histogram(view(tensor), known, 11).counts);
    CHECK(magnitude_quantile(fetched_view(cells), 0.9) == magnitude_quantile(view(tensor), 0.9));
    CHECK(count_beyond(fetched_view(cells), 3) == count_beyond(view(tensor), 3));
}

TEST_CASE("statistics of many cells, which the cores share, are those of a loop over them") {
    Tensor tensor = numbers_of({2, 3, 700, 500});
    tensor.data()[900'000] = std::numeric_limits<Scalar>::quiet_NaN();
    tensor.data()[3] = std::numeric_limits<Scalar>::infinity();
    double sum = 0, squares = 0;
    Size finite = 0;
    for (Size i = 0; i < tensor.count(); ++i) {
        const auto cell = static_cast<double>(tensor.data()[i]);
        if (std::isfinite(cell)) sum += cell, ++finite;
    }
    for (Size i = 0; i < tensor.count(); ++i) {
        const auto cell = static_cast<double>(tensor.data()[i]);
        if (std::isfinite(cell)) squares += (cell - sum / static_cast<double>(finite)) * (cell - sum / static_cast<double>(finite));
    }
    const Statistics found = statistics(view(tensor));
    CHECK(found.finite == finite);
    CHECK(found.nan == 1);
    CHECK(found.infinite == 1);
    CHECK(found.minimum == -7);
    CHECK(found.mean == doctest::Approx(sum / static_cast<double>(finite)).epsilon(1e-9));
    CHECK(found.standard_deviation == doctest::Approx(std::sqrt(squares / static_cast<double>(finite))).epsilon(1e-9));
}

TEST_CASE("statistics of two parts together are those of all cells") {
    Tensor tensor = numbers_of({1, 1, 50, 60});
    tensor.data()[5] = std::numeric_limits<Scalar>::quiet_NaN();
    TensorView upper = view(tensor), lower = view(tensor);
    upper.layout.shape[2] = 20;
    lower.layout.shape[2] = 30;
    lower.data = tensor.data() + 20 * 60;
    check_same(combined(statistics(upper), statistics(lower)), statistics(view(tensor)));
    check_same(combined({}, statistics(view(tensor))), statistics(view(tensor)));
    check_same(combined(statistics(view(tensor)), {}), statistics(view(tensor)));
}

namespace {

class Summarised : public SummarisedCells {
public:
    const Layout& layout() const override { return layout_; }
    bool is_recomputed() const override { return true; }
    void read(const Window&, float*) const override { throw Error("nobody has to read them"); }
    Statistics summary() const override { return {.minimum = -1, .maximum = 3, .mean = 0.5, .finite = 12}; }

private:
    Layout layout_{.rank = 2, .axes = {Axis::query, Axis::key}, .shape = {3, 4}, .strides = {4, 1}};
};

}  // namespace

TEST_CASE("cells that know their statistics are not read for them") {
    const Summarised cells;
    CHECK(statistics(fetched_view(cells)).maximum == 3);
}

TEST_CASE("a part of a fetched tensor is brought into memory") {
    const Tensor tensor = numbers_of({2, 3, 4, 5});
    const tests::FetchedTensor cells(tensor);
    const int axes[] = {3, 1};
    const TensorPart part = part_of(fetched_view(cells), axes, {1, 2, 3, 4});
    CHECK(part.tensor.fetched == nullptr);
    for (Size key = 0; key < 5; ++key)
        for (Size head = 0; head < 3; ++head) CHECK(part.tensor.at({key, head}) == view(tensor).at({1, head, 3, key}));
    CHECK(tensor_in(Notation::numpy, part.tensor) == tensor_in(Notation::numpy, part_of(view(tensor), axes, {1, 2, 3, 4}).tensor));
}

}  // namespace vitrine::cell_blocks_test
