#pragma once
/// The three matrix products of training: forward, back to the input, back to the weights.

#include "core/tensor/eigen.h"
#include "core/tensor/write.h"

namespace vitrine {

/// A row-major matrix whose rows may lie apart, as one head's rows do in [B, L, D]. Made from any such matrix or map of Eigen's.
struct MatrixIn {
    const Scalar* data;
    Size rows, columns, stride;

    template <class Derived>
    MatrixIn(const Eigen::DenseBase<Derived>& matrix)
        : data(matrix.derived().data()), rows(matrix.rows()), columns(matrix.cols()), stride(matrix.derived().outerStride()) {
        static_assert(Derived::IsRowMajor && Derived::InnerStrideAtCompileTime == 1, "the numbers of a row lie side by side");
    }
};

/// The same, to be written to.
struct MatrixOut {
    Scalar* data;
    Size rows, columns, stride;

    template <class Derived>
    MatrixOut(Eigen::DenseBase<Derived>& matrix)
        : data(matrix.derived().data()), rows(matrix.rows()), columns(matrix.cols()), stride(matrix.derived().outerStride()) {
        static_assert(Derived::IsRowMajor && Derived::InnerStrideAtCompileTime == 1, "the numbers of a row lie side by side");
    }
    template <class Derived>
    MatrixOut(Eigen::DenseBase<Derived>&& matrix) : MatrixOut(matrix) {}
};

struct ProductOptions {
    Scalar factor = 1;             ///< multiplies the whole product
    const Scalar* bias = nullptr;  ///< added to every row, one number per column; not multiplied by the factor
    Write write = Write::set;
};

/// output = x · yᵀ. x: [n, k], y: [m, k], output: [n, m].
void multiply_transposed(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options = {});

/// output = x · y. x: [n, k], y: [k, m], output: [n, m].
void multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options = {});

/// output = xᵀ · y, the sum over all rows that both have. x: [k, n], y: [k, m], output: [n, m].
void transposed_multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options = {});

/// Takes the memory that this thread's products need, so that none is taken later.
void prepare_products();

}  // namespace vitrine
