#pragma once
/// The three matrix products of training: forward, gradient of the input, gradient of the weights.

#include "core/tensor/eigen.h"
#include "core/tensor/write.h"

namespace vitrine {

/// A row-major matrix whose rows may lie apart (`stride`), as the rows of one head do in [B, L, D]. Converts from Eigen matrices
/// and maps.
struct MatrixIn {
    const Scalar* data;
    Size rows, columns, stride;

    template <class Derived>
    MatrixIn(const Eigen::DenseBase<Derived>& matrix)
        : data(matrix.derived().data()), rows(matrix.rows()), columns(matrix.cols()), stride(matrix.derived().outerStride()) {
        static_assert(Derived::IsRowMajor && Derived::InnerStrideAtCompileTime == 1, "the numbers of a row lie side by side");
    }
};

/// A matrix that is written to; like MatrixIn otherwise.
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

/// output = xᵀ · y, summed over the rows of both. x: [k, n], y: [k, m], output: [n, m].
void transposed_multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options = {});

/// Allocates the memory for this thread's products in advance.
void prepare_products();

}  // namespace vitrine
