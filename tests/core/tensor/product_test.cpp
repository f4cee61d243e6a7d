#include "core/tensor/product.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/parallel.h"
#include "core/tensor/product_peak.h"
#include "core/tensor/random.h"
#include "tests/core/approximately.h"
#include "tests/counted.h"

namespace vitrine::product_test {
using namespace vitrine::tests;

namespace {

using MatrixOfDoubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A random matrix with numbers of other columns between its rows, as one head has between its own.
struct Strided {
    Matrix memory;
    Size columns, gap;

    Strided(Size rows, Size width, Size columns_between, Random& random)
        : memory(Matrix::NullaryExpr(rows, width + columns_between, [&](Size, Size) { return Scalar(random.normal()); })),
          columns(width),
          gap(columns_between) {}

    HeadView view() { return {memory.data(), memory.rows(), columns, Eigen::OuterStride<>(memory.cols())}; }
    MatrixOfDoubles exact() { return view().cast<double>(); }
};

/// One of the three forms: the product, how its factors lie, and the plain sum in double.
struct Form {
    const char* name;
    void (*product)(const MatrixIn&, const MatrixIn&, const MatrixOut&, const ProductOptions&);
    bool x_turned, y_turned;

    Strided x(Size n, Size k, Size gap, Random& random) const {
        return x_turned ? Strided(k, n, gap, random) : Strided(n, k, gap, random);
    }
    Strided y(Size k, Size m, Size gap, Random& random) const {
        return y_turned ? Strided(m, k, gap, random) : Strided(k, m, gap, random);
    }

    MatrixOfDoubles exact(Strided& x, Strided& y) const {
        const MatrixOfDoubles left = x_turned ? MatrixOfDoubles(x.exact().transpose()) : x.exact();
        const MatrixOfDoubles right = y_turned ? MatrixOfDoubles(y.exact().transpose()) : y.exact();
        MatrixOfDoubles sums = MatrixOfDoubles::Zero(left.rows(), right.cols());
        for (Size i = 0; i < sums.rows(); ++i) {
            for (Size l = 0; l < left.cols(); ++l) {
                for (Size j = 0; j < sums.cols(); ++j) sums(i, j) += left(i, l) * right(l, j);
            }
        }
        return sums;
    }
};

const Form forms[] = {
    {"x · yᵀ", multiply_transposed, false, true}, {"x · y", multiply, false, false}, {"xᵀ · y", transposed_multiply, true, false}};

struct Sizes {
    Size n, k, m;
};

/// Sizes around those of a vector, a tile and a strip; long and thin ones; and ones larger than what is packed at a time.
const Sizes sizes[] = {{1, 1, 1},    {1, 7, 1},     {1, 5, 4},       {2, 5, 6},       {1, 8, 8},      {3, 5, 2},
                       {6, 6, 24},   {9, 8, 10},    {10, 10, 8},     {17, 16, 15},    {12, 64, 33},   {33, 3, 12},
                       {91, 64, 91}, {64, 40, 65},  {7, 300, 129},   {129, 300, 7},   {40, 1100, 50}, {20, 9, 900},
                       {900, 9, 20}, {64, 70, 450}, {40, 1100, 300}, {150, 600, 700}, {20, 4200, 30}};

void check_equal(const HeadView& output, const MatrixOfDoubles& expected, Size depth) {
    const double tolerance = (is_double ? 1e-14 : 5e-6) * std::sqrt(static_cast<double>(depth) + 1);
    const double furthest = (output.cast<double>() - expected).cwiseAbs().maxCoeff();
    CHECK(furthest <= tolerance * (1 + expected.cwiseAbs().maxCoeff()));
}

void check_all_options(const Form& form, Strided& x, Strided& y, Strided& output, Random& random) {
    const MatrixOfDoubles sums = form.exact(x, y), before = output.memory.cast<double>();
    const Size k = form.x_turned ? x.memory.rows() : x.columns;
    Strided bias(1, output.columns, 0, random);
    for (const Scalar factor : {Scalar(1), Scalar(-0.5)}) {
        for (const bool biased : {false, true}) {
            for (const Write write : {Write::set, Write::add}) {
                output.memory = before.cast<Scalar>();
                form.product(x.view(), y.view(), output.view(), {factor, biased ? bias.memory.data() : nullptr, write});
                MatrixOfDoubles expected = static_cast<double>(factor) * sums;
                if (biased) expected.rowwise() += bias.exact().row(0);
                if (write == Write::add) expected += before.leftCols(output.columns);
                check_equal(output.view(), expected, k);
                CHECK(output.memory.rightCols(output.gap).cast<double>() == before.rightCols(output.gap));
            }
        }
    }
}

/// Calls check for every form and size, with factors without gaps and with some.
void for_each_product(const std::function<void(const Form&, Strided& x, Strided& y, Strided& output, Random&)>& check) {
    Random random(1);
    for (const Form& form : forms) {
        for (const Sizes& size : sizes) {
            for (const Size gap : {0, 3}) {
                INFO(form.name << ", n " << size.n << ", k " << size.k << ", m " << size.m << ", gap " << gap);
                Strided x = form.x(size.n, size.k, gap, random), y = form.y(size.k, size.m, gap, random);
                Strided output(size.n, size.m, gap, random);
                check(form, x, y, output, random);
            }
        }
    }
}

}  // namespace

TEST_CASE(
    "each product is the sum over the inner axis, times the factor, plus the bias and what was there, and writes nothing else") {
    for (const int count : {1, 2, 3}) {
        set_threads(count);
        for_each_product(check_all_options);
    }
    set_threads(0);
}

TEST_CASE("a product comes out the same on one thread, on several, inside a parallel region and when run again") {
    for_each_product([](const Form& form, Strided& x, Strided& y, Strided& output, Random&) {
        set_threads(1);
        form.product(x.view(), y.view(), output.view(), {});
        const Matrix first = output.memory;
        for (const int count : {2, 3, 3}) {
            set_threads(count);
            output.view().setConstant(Scalar(7));
            form.product(x.view(), y.view(), output.view(), {});
            CHECK(output.memory == first);
        }
        std::vector<Strided> outputs(4, output);
        parallel_for(4, least_parallel_work, [&](Size i) {
            Strided& own = outputs[static_cast<std::size_t>(i)];
            own.view().setConstant(Scalar(7));
            form.product(x.view(), y.view(), own.view(), {});
        });
        for (const Strided& own : outputs) CHECK(own.memory == first);
    });
    set_threads(0);
}

TEST_CASE("a product over an empty inner axis is the bias alone") {
    const Matrix x(3, 0), y(0, 5), bias = Matrix::Constant(1, 5, Scalar(2));
    Matrix output = Matrix::Constant(3, 5, Scalar(9));
    multiply(x, y, output, {.bias = bias.data()});
    CHECK(output == Matrix::Constant(3, 5, Scalar(2)));
}

TEST_CASE("a single NaN or infinity reaches every sum it is part of, times zero as well, and no other") {
    const Counted checks(100);
    constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity(), nan = std::numeric_limits<Scalar>::quiet_NaN();
    for (const Scalar value : {nan, infinity, -infinity}) {
        for_each_product([&](const Form& form, Strided& x, Strided& y, Strided& output, Random&) {
            x.memory(0, 0) = value;  // part of the whole first row of the output, in every form
            y.view().setZero();
            form.product(x.view(), y.view(), output.view(), {});
            const auto written = output.view();
            for (Size j = 0; j < written.cols(); ++j) CHECK(std::isnan(written(0, j)));
            for (Size i = 1; i < written.rows(); ++i) CHECK((written.row(i).array() == 0).all());
        });
    }
}

TEST_CASE("the measured peak is a rate, and measuring it leaves the number of threads as it was") {
    set_threads(3);
    CHECK(measured_peak(1) > 0);
    CHECK(threads() == 3);
    set_threads(0);
}

}  // namespace vitrine::product_test
