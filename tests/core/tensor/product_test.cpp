#include "core/tensor/product.h"

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"

using namespace vitrine;
using namespace vitrine::tests;

namespace {

Matrix random_matrix(Size rows, Size columns, Random& random) {
    return Matrix::NullaryExpr(rows, columns, [&](Size, Size) { return static_cast<Scalar>(random.normal()); });
}

}  // namespace

TEST_CASE("a product with a transposed weight is the sum over the inner axis, plus the bias, at every size") {
    Random random(1);
    // Sizes on both sides of where the plain loop gives way to the blocked product.
    const Size sizes[][3] = {{1, 1, 1},    {6, 6, 18},   {10, 24, 6}, {1, 64, 32},
                             {40, 16, 40}, {64, 45, 46}, {3, 300, 7}, {50, 80, 90}};
    for (const auto& [n, k, m] : sizes) {
        const Matrix x = random_matrix(n, k, random), weight = random_matrix(m, k, random), bias = random_matrix(1, m, random);
        for (const Scalar* added : {static_cast<const Scalar*>(nullptr), bias.data()}) {
            Matrix output = Matrix::Constant(n, m, Scalar(99));
            multiply_transposed({x.data(), n, k}, {weight.data(), m, k}, added, {output.data(), n, m});
            for (Size i = 0; i < n; ++i) {
                for (Size j = 0; j < m; ++j) {
                    double expected = added ? static_cast<double>(bias(0, j)) : 0;
                    for (Size l = 0; l < k; ++l) expected += static_cast<double>(x(i, l)) * static_cast<double>(weight(j, l));
                    CHECK(static_cast<double>(output(i, j)) ==
                          doctest::Approx(expected).epsilon(is_double ? 1e-12 : 1e-4).scale(10));
                }
            }
        }
    }
}
