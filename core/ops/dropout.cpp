#include "core/ops/dropout.h"

#include "core/tensor/eigen.h"

namespace vitrine {

namespace {

/// x / keep probability where the mask is 1, else 0.
void keep(const Tensor& x, const MaskTensor& mask, double p, Tensor& output) {
    const auto factor = static_cast<Scalar>(1 / (1 - p));
    const Eigen::Map<const Eigen::Array<std::uint8_t, 1, Eigen::Dynamic>> kept(mask.data(), mask.count());
    row(output).array() = (kept != 0).select(factor * row(x).array(), Scalar(0));
}

}  // namespace

void draw_dropout_mask(double p, Random& random, MaskTensor& mask) {
    // Each random number of 64 bits decides two cells.
    const auto dropped = static_cast<std::uint32_t>(p * 0x1p32);
    std::uint64_t bits = 0;
    for (Size i = 0; i < mask.count(); ++i) {
        bits = i % 2 ? bits >> 32 : random.next();
        mask.data()[i] = static_cast<std::uint32_t>(bits) >= dropped;
    }
}

void dropout_forward(const Tensor& x, const MaskTensor& mask, double p, Tensor& output) { keep(x, mask, p, output); }

void dropout_backward(const MaskTensor& mask, double p, const Tensor& d_output, Tensor& d_x) {
    // output = x · mask / (1 − p)
    keep(d_output, mask, p, d_x);
}

Dependence dropout_dependence(const std::string& cell, double p) {
    return {.kind = DependenceKind::sum,
            .output = cell,
            .formula = "dropped = x · kept / (1 − p)",
            .terms = {{.label = "x", .factors = {{0, cell}, {1, cell}}}},
            .scale = 1 / (1 - p)};
}

}  // namespace vitrine
