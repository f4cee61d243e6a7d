#include "core/ops/rotary.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

Size RotaryTurn::partner_of(Size feature) const {
    if (!is_turned(feature)) return feature;
    return is_first(feature) ? second_of(pair_of(feature)) : first_of(pair_of(feature));
}

namespace {

double scaled(double frequency, const RotaryScaling& scaling) {
    if (scaling.kind == RotaryScalingKind::linear) return frequency / scaling.factor;
    const double wave = 2 * std::numbers::pi / frequency, original = static_cast<double>(scaling.original_positions);
    const double low = scaling.low_frequency_factor, high = scaling.high_frequency_factor;
    if (wave > original / low) return frequency / scaling.factor;
    if (wave < original / high) return frequency;
    const double kept = (original / wave - low) / (high - low);
    return (1 - kept) * frequency / scaling.factor + kept * frequency;
}

}  // namespace

RotaryTurn rotary_turn(const Rotation& rotation, Size head_width) {
    const Size width = rotation.width.value_or(head_width);
    RotaryTurn turn{.frequencies = {}, .pairs = rotation.pairs};
    for (Size i = 0; i < width / 2; ++i) {
        const double frequency = std::pow(rotation.base, -2.0 * static_cast<double>(i) / static_cast<double>(width));
        turn.frequencies.push_back(rotation.scaling ? scaled(frequency, *rotation.scaling) : frequency);
    }
    return turn;
}

namespace {

/// The angle of a pair. Rounded as the models' own code does, which computes angles in single precision.
double angle_of(double frequency, Size position) {
    return static_cast<double>(static_cast<float>(position) * static_cast<float>(frequency));
}

/// The cosines and sines of the angles of one position.
struct Waves {
    Eigen::Array<Scalar, 1, Eigen::Dynamic> cosines, sines;

    Waves(const std::vector<double>& frequencies, Size position) {
        const auto count = static_cast<Size>(frequencies.size());
        cosines.resize(count), sines.resize(count);
        for (Size i = 0; i < count; ++i) {
            const double angle = angle_of(frequencies[static_cast<std::size_t>(i)], position);
            cosines[i] = static_cast<Scalar>(std::cos(angle));
            sines[i] = static_cast<Scalar>(std::sin(angle));
        }
    }
};

/// Turns every row of every head; `direction` is 1, or −1 to turn back.
void turn_all(const Tensor& x, const RotaryTurn& turn, Size first, Scalar direction, Tensor& output) {
    const Size sentences = x.size(0), heads = x.size(1), length = x.size(2), pairs = turn.pair_count();
    const Size step = turn.pairs == RotaryPairs::halves ? 1 : 2;  // between the first features of two pairs
    const auto firsts = Eigen::seqN(0, pairs, step), seconds = Eigen::seqN(pairs > 0 ? turn.second_of(0) : 0, pairs, step);
    const Size rest = x.size(3) - 2 * pairs;
    parallel_for(length, 4 * x.count(), [&](Size l) {
        const Waves waves(turn.frequencies, first + l);
        for (Size i = 0; i < sentences * heads; ++i) {
            const auto in = head_of(x, i / heads, i % heads).row(l).array();
            auto out = head_of(output, i / heads, i % heads).row(l).array();
            out(firsts) = in(firsts)*waves.cosines - direction * in(seconds)*waves.sines;
            out(seconds) = in(seconds)*waves.cosines + direction * in(firsts)*waves.sines;
            out.tail(rest) = in.tail(rest);
        }
    });
}

}  // namespace

void rotary_forward(const Tensor& x, const RotaryTurn& turn, Size first, Tensor& output) { turn_all(x, turn, first, 1, output); }

void rotary_backward(const Tensor& d_output, const RotaryTurn& turn, Tensor& d_x) {
    // output = x turned by the angles
    turn_all(d_output, turn, 0, -1, d_x);
}

namespace {

/// The factor of a cell, or of its partner, whose sine has the sign −1 in the first feature of a pair, or +1.
struct TurnFactor {
    RotaryTurn turn;
    int sign_of_first = -1;

    double angle(const Index& cell) const { return angle_of(frequency(cell), cell[2]); }
    double frequency(const Index& cell) const { return turn.frequencies[static_cast<std::size_t>(turn.pair_of(cell[3]))]; }
    std::string text(const char* wave, const Index& cell) const {
        return fmt::format("{}({} · {:.4g})", wave, cell[2], frequency(cell));
    }

    Constant of_itself(const Index& cell) const {
        if (!turn.is_turned(cell[3])) return {1, "not rotated"};
        return {std::cos(angle(cell)), text("cos", cell)};
    }
    Constant of_partner(const Index& cell) const {
        if (!turn.is_turned(cell[3])) return {0, "no partner"};
        const int sign = turn.is_first(cell[3]) ? sign_of_first : -sign_of_first;
        return {sign * std::sin(angle(cell)), text(sign < 0 ? "−sin" : "sin", cell)};
    }
};

}  // namespace

Dependence rotary_dependence(const RotaryTurn& turn, const std::string& symbol) {
    const std::string partner = fmt::format("i±{}", turn.pairs == RotaryPairs::halves ? turn.pair_count() : 1);
    const TurnFactor forward{turn, -1}, backward{turn, 1};  // the gradient is turned back, by the sine of the other sign
    const auto terms = [](int operand, const TurnFactor& factor) -> std::vector<TermRule> {
        return {{.label = "itself",
                 .factors = {{operand, "bhli"}},
                 .constant = [factor](const Index& cell, double) { return factor.of_itself(cell); }},
                {.label = "its partner", .factors = {{operand, "bhl~i"}}, .constant = [factor](const Index& cell, double) {
                     return factor.of_partner(cell);
                 }}};
    };
    return {.kind = DependenceKind::sum,
            .output = "bhli",
            .formula = fmt::format("rotated[l,i] = {0}[l,i] · cos ∓ {0}[l,{1}] · sin, by the angle l · f[i]", symbol, partner),
            .terms = terms(0, forward),
            .gradients = {{.operand = 0,
                           .output = "bhli",
                           .formula = fmt::format("∂{}[l,i] = ∂rotated[l,i] · cos ± ∂rotated[l,{}] · sin", symbol, partner),
                           .terms = terms(output_gradient, backward)}},
            .partner_of = [turn](Size feature) { return turn.partner_of(feature); }};
}

}  // namespace vitrine
