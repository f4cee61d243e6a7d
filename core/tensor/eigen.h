#pragma once
/// Eigen maps of our tensors. Only .cpp files include this header: Eigen is slow to compile.

#include <Eigen/Core>

#include "core/tensor/tensor.h"

namespace vitrine {

using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;
using RowView = Eigen::Map<Eigen::Matrix<Scalar, 1, Eigen::Dynamic>>;
using ConstRowView = Eigen::Map<const Eigen::Matrix<Scalar, 1, Eigen::Dynamic>>;
using HeadView = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;
using ConstHeadView = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

/// The length of a row of `rows(tensor)`: the last axis, or the features of all heads where Order::heads_together is used.
inline Size row_width(const Layout& layout) {
    const bool heads_together = layout.rank == 4 && layout.strides[2] != layout.shape[3];  // also for a single position
    return layout.shape[layout.rank - 1] * (heads_together ? layout.shape[1] : 1);
}

/// The whole tensor as a matrix in memory order, one row per position (per head and query for [B, H, q, k]).
inline MatrixView rows(Tensor& tensor) {
    const Size width = row_width(tensor.layout());
    return {tensor.data(), tensor.count() / width, width};
}
inline ConstMatrixView rows(const Tensor& tensor) {
    const Size width = row_width(tensor.layout());
    return {tensor.data(), tensor.count() / width, width};
}

/// The whole tensor as a matrix in memory order, in rows of this length.
inline MatrixView rows(Tensor& tensor, Size width) { return {tensor.data(), tensor.count() / width, width}; }
inline ConstMatrixView rows(const Tensor& tensor, Size width) { return {tensor.data(), tensor.count() / width, width}; }

/// A one-axis tensor as a row.
inline RowView row(Tensor& tensor) { return {tensor.data(), tensor.count()}; }
inline ConstRowView row(const Tensor& tensor) { return {tensor.data(), tensor.count()}; }

/// The last two axes of [batch, head, …, …] for one sentence and one head.
inline HeadView head_of(Tensor& tensor, Size batch, Size head) {
    const Layout& l = tensor.layout();
    return {tensor.data() + batch * l.strides[0] + head * l.strides[1], l.shape[2], l.shape[3], Eigen::OuterStride<>(l.strides[2])};
}
inline ConstHeadView head_of(const Tensor& tensor, Size batch, Size head) {
    const Layout& l = tensor.layout();
    return {tensor.data() + batch * l.strides[0] + head * l.strides[1], l.shape[2], l.shape[3], Eigen::OuterStride<>(l.strides[2])};
}

}  // namespace vitrine
