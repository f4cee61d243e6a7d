/// The gradients of a random model, against finite differences of its loss.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/selftest/checks.h"
#include "core/tensor/random.h"

namespace vitrine {

namespace {

/// A small Transformer, deep and wide enough for every kind of parameter.
Configuration small_configuration(NormPlacement placement) {
    Configuration c;
    c.d_model = 16, c.nhead = 4, c.num_encoder_layers = c.num_decoder_layers = 2, c.dim_feedforward = 24;
    c.norm_placement = placement;
    c.activation = ActivationKind::gelu;  // ReLU has a corner, at which differences are not the derivative
    c.src_vocab_size = 11, c.tgt_vocab_size = 9;
    c.pad_src = c.pad_tgt = 0, c.bos = 1, c.eos = 2;
    return c;
}

/// A direction in the space of a parameter's numbers, of length 1, in which only the numbers from `begin` on and before `end`
/// change: about half along the gradient, so that the derivative is not lost in rounding, and half at random, so that what the
/// gradient lacks shows. The fewer numbers change, the better it shows.
std::vector<double> direction_in(const Tensor& gradient, Size begin, Size end, Random& random) {
    double gradient_length = 0, random_length = 0, length = 0;
    std::vector<double> noise(static_cast<std::size_t>(gradient.count())), direction(noise.size());
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        noise[i] = random.normal();
        random_length += noise[i] * noise[i];
        gradient_length += std::pow(static_cast<double>(gradient.data()[i]), 2);
    }
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const double along = gradient_length > 0 ? static_cast<double>(gradient.data()[i]) / std::sqrt(gradient_length) : 0;
        direction[i] = along + 0.9 * noise[i] / std::sqrt(random_length);  // not 1: a single number would cancel
        length += direction[i] * direction[i];
    }
    for (double& x : direction) x /= std::sqrt(length);
    return direction;
}

struct Slope {
    double analytic = 0, numeric = 0;
};

/// The derivative of the loss along a direction, as the gradient has it and as the loss of both sides has it.
Slope slope_along(const std::vector<double>& direction, const Tensor& gradient, Tensor& parameter, auto&& loss) {
    constexpr double step = 0.01;  // so large that the rounding of the loss to float does not count
    Slope slope;
    for (std::size_t i = 0; i < direction.size(); ++i) slope.analytic += direction[i] * static_cast<double>(gradient.data()[i]);
    const Tensor before = parameter;
    const auto at = [&](double distance) {
        for (std::size_t i = 0; i < direction.size(); ++i)
            parameter.data()[i] = static_cast<Scalar>(static_cast<double>(before.data()[i]) + distance * direction[i]);
        return loss();
    };
    // Of fourth order (Abramowitz and Stegun 1964, 25.3.6).
    slope.numeric = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
    parameter = before;
    return slope;
}

}  // namespace

SelfTestResult check_gradients(const Computation& computation) {
    constexpr Size most_parts = 12;  // of a parameter, each with a direction of its own
    Comparisons comparisons("directions", 2e-4);
    Random random(1);
    for (const NormPlacement placement : {NormPlacement::after, NormPlacement::before}) {
        const Configuration c = small_configuration(placement);
        Parameters parameters = initialise(c, {});
        const Batch batch = random_batch(c, 1);
        Activations activations, other, d;
        Parameters gradients = make_parameters(c);
        const Pass pass{c, parameters, batch};
        computation.forward(pass, activations);
        computation.backward(pass, activations, {d, gradients});
        const auto loss = [&] {
            computation.forward(pass, other);
            return static_cast<double>(other.loss.data()[0]);
        };
        for_each_tensor(
            "",
            [&](const std::string& name, Tensor& parameter, const Tensor& gradient) {
                const Size count = parameter.count(), parts = std::min(most_parts, count);
                for (Size part = 0; part < parts; ++part) {
                    const std::vector<double> direction =
                        direction_in(gradient, count * part / parts, count * (part + 1) / parts, random);
                    const Slope slope = slope_along(direction, gradient, parameter, loss);
                    comparisons.add(std::abs(slope.analytic - slope.numeric), [&] {
                        return fmt::format("{}: {:.5f}, by differences {:.5f}", name, slope.analytic, slope.numeric);
                    });
                }
            },
            parameters, gradients);
    }
    return comparisons.take();
}

}  // namespace vitrine
