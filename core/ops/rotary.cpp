#include "core/ops/rotary.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

std::vector<double> rotary_frequencies(Size width, double base, const std::optional<RotaryScaling>& scaling) {
    std::vector<double> frequencies;
    for (Size i = 0; i < width / 2; ++i) {
        double frequency = std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(width));
        if (scaling) {
            const double wave = 2 * std::numbers::pi / frequency, original = static_cast<double>(scaling->original_positions);
            const double low = scaling->low_frequency_factor, high = scaling->high_frequency_factor;
            if (wave > original / low) {
                frequency /= scaling->factor;
            } else if (wave >= original / high) {
                const double kept = (original / wave - low) / (high - low);
                frequency = (1 - kept) * frequency / scaling->factor + kept * frequency;
            }
        }
        frequencies.push_back(frequency);
    }
    return frequencies;
}

namespace {

/// The cosines and sines of the angles of one position, d/2 of each.
struct Turn {
    Eigen::Array<Scalar, 1, Eigen::Dynamic> cosines, sines;

    Turn(const std::vector<double>& frequencies, Size position) {
        const auto count = static_cast<Size>(frequencies.size());
        cosines.resize(count), sines.resize(count);
        for (Size i = 0; i < count; ++i) {
            // Rounded as the models' own code does, which computes angles in single precision.
            const auto angle = static_cast<float>(position) * static_cast<float>(frequencies[static_cast<std::size_t>(i)]);
            cosines[i] = static_cast<Scalar>(std::cos(static_cast<double>(angle)));
            sines[i] = static_cast<Scalar>(std::sin(static_cast<double>(angle)));
        }
    }
};

/// Turns every row of every head; `direction` is 1, or −1 to turn back.
void turn_all(const Tensor& x, const std::vector<double>& frequencies, Size first, Scalar direction, Tensor& output) {
    const Size sentences = x.size(0), heads = x.size(1), length = x.size(2), half = x.size(3) / 2;
    parallel_for(length, 4 * x.count(), [&](Size l) {
        const Turn turn(frequencies, first + l);
        for (Size i = 0; i < sentences * heads; ++i) {
            const auto in = head_of(x, i / heads, i % heads).row(l).array();
            auto out = head_of(output, i / heads, i % heads).row(l).array();
            out.head(half) = in.head(half) * turn.cosines - direction * in.tail(half) * turn.sines;
            out.tail(half) = in.tail(half) * turn.cosines + direction * in.head(half) * turn.sines;
        }
    });
}

}  // namespace

void rotary_forward(const Tensor& x, const std::vector<double>& frequencies, Size first, Tensor& output) {
    turn_all(x, frequencies, first, 1, output);
}

void rotary_backward(const Tensor& d_output, const std::vector<double>& frequencies, Tensor& d_x) {
    // output = x turned by the angles
    turn_all(d_output, frequencies, 0, -1, d_x);
}

Dependence rotary_dependence(const std::vector<double>& frequencies, const std::string& symbol) {
    const auto half = static_cast<Size>(frequencies.size());
    const auto angle = [frequencies, half](const Index& cell) {
        const auto pair = static_cast<std::size_t>(cell[3] % half);
        return static_cast<double>(static_cast<float>(cell[2]) * static_cast<float>(frequencies[pair]));
    };
    const auto text = [frequencies, half](const char* wave, const Index& cell) {
        return fmt::format("{}({} · {:.4g})", wave, cell[2], frequencies[static_cast<std::size_t>(cell[3] % half)]);
    };
    const auto kept = [=](const Index& cell, double) { return Constant{std::cos(angle(cell)), text("cos", cell)}; };
    const auto turned = [=](const Index& cell, double) {
        const bool first_half = cell[3] < half;
        return Constant{(first_half ? -1 : 1) * std::sin(angle(cell)), text(first_half ? "−sin" : "sin", cell)};
    };
    // The gradient of x turns ∂output back: the cell itself by the cosine, its partner's by the sine of the other sign.
    const FactorRule own{.operand = output_gradient, .cell = "bhl(pi)"}, partner{.operand = output_gradient, .cell = "bhl(~pi)"};
    const auto turned_back = [=](const Index& cell, double) {
        const bool first_half = cell[3] < half;
        return Constant{(first_half ? 1 : -1) * std::sin(angle(cell)), text(first_half ? "sin" : "−sin", cell)};
    };
    return {.kind = DependenceKind::sum,
            .output = "bhl(pi)",
            .formula = fmt::format("rotated[l,i] = {0}[l,i] · cos ∓ {0}[l,i±d/2] · sin, by the angle l · f[i]", symbol),
            .terms = {{.label = "itself", .factors = {{0, "bhl(pi)"}}, .constant = kept},
                      {.label = "its partner", .factors = {{0, "bhl(~pi)"}}, .constant = turned}},
            .gradients = {{.operand = 0,
                           .output = "bhl(pi)",
                           .formula = fmt::format("∂{}[l,i] = ∂rotated[l,i] · cos ± ∂rotated[l,i±d/2] · sin", symbol),
                           .terms = {{.label = "itself", .factors = {own}, .constant = kept},
                                     {.label = "its partner", .factors = {partner}, .constant = turned_back}}}},
            .sizes = {{'p', 2}, {'i', half}}};
}

}  // namespace vitrine
