#include "core/ops/activation.h"

#include <cmath>
#include <numbers>

#include "core/tensor/eigen.h"

namespace vitrine {

void activation_forward(const Tensor& x, ActivationKind kind, Tensor& output) {
    const auto in = rows(x).array();
    auto out = rows(output).array();
    switch (kind) {
        case ActivationKind::relu:
            out = (in < Scalar(0)).select(Scalar(0), in);  // written so that NaN stays NaN
            break;
        case ActivationKind::gelu:
            out = in.unaryExpr([](Scalar v) { return v * Scalar(0.5) * (1 + std::erf(v * (1 / std::numbers::sqrt2_v<Scalar>))); });
            break;
        case ActivationKind::silu:
            out = in / (1 + (-in).exp());
            break;
    }
}

}  // namespace vitrine
