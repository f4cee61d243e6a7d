#include "core/ops/dropout.h"

#include <numeric>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::dropout_test {
using namespace vitrine::tests;

namespace {

MaskTensor mask_of(Size count, double p, std::uint64_t seed) {
    MaskTensor mask(Axis::position);
    mask.resize({count});
    Random random(seed);
    draw_dropout_mask(p, random, mask);
    return mask;
}

}  // namespace

TEST_CASE("dropout keeps the share of cells it is told to") {
    for (const double p : {0.0, 0.1, 0.5, 0.9}) {
        const MaskTensor mask = mask_of(100'001, p, 1);
        const double kept = std::accumulate(mask.data(), mask.data() + mask.count(), 0.0) / static_cast<double>(mask.count());
        CHECK(kept == doctest::Approx(1 - p).epsilon(0.02));
    }
}

TEST_CASE("what is kept is divided by the share that is kept") {
    const Tensor x = tensor_of({3}, {1, -2, 3}, Axis::position);
    Tensor output = x;
    MaskTensor mask(Axis::position);
    mask.resize({3});
    mask.fill(1);
    mask.data()[1] = 0;
    dropout_forward(x, mask, 0.75, output);
    CHECK(static_cast<double>(output.data()[0]) == approximately(4));
    CHECK(output.data()[1] == 0);
    CHECK(static_cast<double>(output.data()[2]) == approximately(12));
}

TEST_CASE("a dropped NaN is gone") {
    Tensor x = tensor_of({1}, {0}, Axis::position), output = x;
    x.data()[0] = std::numeric_limits<Scalar>::quiet_NaN();
    MaskTensor mask(Axis::position);
    mask.resize({1});
    mask.fill(0);
    dropout_forward(x, mask, 0.5, output);
    CHECK(output.data()[0] == 0);
}

}  // namespace vitrine::dropout_test
