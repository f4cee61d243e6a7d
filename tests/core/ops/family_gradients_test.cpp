/// The backward passes of other architectures' operations against finite differences, and the definitions of these operations.

#include <cmath>

#include "core/ops/activation.h"
#include "core/ops/attention.h"
#include "core/ops/gate.h"
#include "core/ops/relative_positions.h"
#include "core/ops/rms_norm.h"
#include "core/ops/rotary.h"
#include "core/ops/soft_cap.h"
#include "tests/core/check_gradient.h"

namespace vitrine::family_gradients_test {
using namespace vitrine::tests;

namespace {

Tensor stream(std::uint64_t seed, Size features = 5) {
    return random_tensor({2, 3, features}, seed, Axis::batch, Axis::position, Axis::feature);
}

Tensor heads(Size count, Size rows, Size columns, std::uint64_t seed, Order order = Order::row_major) {
    Tensor tensor = random_tensor({2, count, rows, columns}, seed, Axis::batch, Axis::head, Axis::query, Axis::key);
    tensor.resize({2, count, rows, columns}, order);
    return tensor;
}

}  // namespace

TEST_CASE("the gradients of RMSNorm agree with finite differences" * in_double) {
    Tensor x = stream(1), d_x = x;
    LayerNormParameters p{random_tensor({5}, 2, Axis::feature), {}}, d_p = p;
    const LayerNormOptions options{LayerNormKind::rms, Scalar(1e-3)};
    LayerNormActivations a, d;
    rms_norm_forward(x, p, options, a);
    d.root_mean_square.resize_like(a.root_mean_square), d.output.resize_like(a.output);
    check_gradient(
        {{x, d_x}, {p.weight, d_p.weight}}, a.output, [&] { rms_norm_forward(x, p, options, a); },
        [&](auto& d_output) {
            d.output = d_output;
            rms_norm_backward({x, p, options, a}, d, {d_x, d_p});
        });
}

TEST_CASE("the gradients of norms of queries agree with finite differences, head by head and of all heads at once" * in_double) {
    for (const LayerNormKind kind : {LayerNormKind::torch, LayerNormKind::annotated, LayerNormKind::rms}) {
        for (const Size width : {4, 12}) {
            const LayerNormOptions options{kind, Scalar(1e-3), width == 4};
            const bool rms = kind == LayerNormKind::rms;
            Tensor x = heads(3, 5, 4, 1, Order::heads_together), d_x = x;
            LayerNormParameters p{random_tensor({width}, 2, Axis::feature), {}}, d_p = p;
            if (!rms) d_p.bias = p.bias = random_tensor({width}, 3, Axis::feature);
            LayerNormActivations a = LayerNormActivations::of_heads(Axis::query), d;
            const auto normalise = [&] { rms ? rms_norm_forward(x, p, options, a) : layer_norm_forward(x, p, options, a); };
            normalise();
            CHECK((rms ? a.root_mean_square : a.mean).count() == x.count() / width);
            d = a;
            std::vector<Differentiated> inputs{{x, d_x}, {p.weight, d_p.weight}};
            if (!rms) inputs.push_back({p.bias, d_p.bias});
            check_gradient(inputs, a.output, normalise, [&](auto& d_output) {
                d.output = d_output;
                rms ? rms_norm_backward({x, p, options, a}, d, {d_x, d_p}) : layer_norm_backward({x, p, options, a}, d, {d_x, d_p});
            });
        }
    }
}

TEST_CASE("the gradient of a soft cap agrees with finite differences" * in_double) {
    Tensor x = heads(2, 3, 4, 1), output = x, d_x = x;
    check_gradient(
        {{x, d_x}}, output, [&] { soft_cap_forward(x, 0.7, output); },
        [&](auto& d_output) { soft_cap_backward(output, 0.7, d_output, d_x); });
    CHECK(std::abs(output.data()[0] - Scalar(0.7 * std::tanh(static_cast<double>(x.data()[0]) / 0.7))) < Scalar(1e-6));
}

TEST_CASE("the gradients of a gate agree with finite differences" * in_double) {
    Tensor gate = stream(1), x = stream(2), gated = stream(3), d_gate = gate, d_x = x;
    check_gradient(
        {{gate, d_gate}, {x, d_x}}, gated, [&] { gate_forward(gate, x, gated); },
        [&](auto& d_gated) {
            gate_backward(gate, x, d_gated, {d_gate, d_x});
        });
}

TEST_CASE("the gradient of GELU by tanh agrees with finite differences" * in_double) {
    Tensor x = stream(1), output = stream(2), d_x = x;
    check_gradient(
        {{x, d_x}}, output, [&] { activation_forward(x, ActivationKind::gelu_tanh, output); },
        [&](auto& d_output) { activation_backward(x, ActivationKind::gelu_tanh, d_output, d_x); });
}

TEST_CASE("the gradient of turned queries agrees with finite differences" * in_double) {
    for (const RotaryPairs pairs : {RotaryPairs::halves, RotaryPairs::neighbours}) {
        for (const Size width : {2, 4, 6}) {
            const RotaryTurn turn = rotary_turn({.width = width, .pairs = pairs}, 6);
            for (const Order order : {Order::row_major, Order::heads_together}) {
                Tensor x = heads(3, 4, 6, 1, order), output = heads(3, 4, 6, 2, order), d_x = x;
                check_gradient(
                    {{x, d_x}}, output, [&] { rotary_forward(x, turn, 0, output); },
                    [&](auto& d_output) { rotary_backward(d_output, turn, d_x); });
            }
        }
    }
}

TEST_CASE("the gradients of relative positions agree with finite differences" * in_double) {
    for (const bool bidirectional : {false, true}) {
        const RelativeBuckets buckets{8, 6, bidirectional};
        Tensor table = random_tensor({8, 3}, 1, Axis::vocabulary, Axis::feature), d_table = table;
        Tensor bias = random_tensor({1, 3, 4, 9}, 2, Axis::batch, Axis::head, Axis::query, Axis::key);
        check_gradient(
            {{table, d_table}}, bias, [&] { relative_positions_forward(table, buckets, 0, bias); },
            [&](auto& d_bias) {
                d_table.fill(0);
                relative_positions_backward(buckets, d_bias, d_table);
            });
        Tensor scores = heads(3, 4, 9, 3), biased = scores, d_scores = scores, d_bias = bias;
        check_gradient(
            {{scores, d_scores}, {bias, d_bias}}, biased, [&] { add_bias_forward(scores, bias, biased); },
            [&](auto& d_biased) {
                add_bias_backward(d_biased, {d_scores, d_bias});
            });
    }
}

TEST_CASE("the gradients of grouped scores and contexts agree with finite differences" * in_double) {
    for (const Size key_heads : {1, 2, 4}) {
        Tensor query = heads(4, 3, 2, 1, Order::heads_together), key = heads(key_heads, 5, 2, 2, Order::heads_together);
        Tensor value = heads(key_heads, 5, 2, 3, Order::heads_together), scores = heads(4, 3, 5, 4);
        Tensor context = heads(4, 3, 2, 5, Order::heads_together);
        Tensor d_query = query, d_key = key, d_value = value, d_weights = scores;
        check_gradient(
            {{query, d_query}, {key, d_key}}, scores,
            [&] {
                scores_forward(query, key, scores, {true, 3});
            },
            [&](auto& d_scores) {
                scores_backward(query, key, d_scores, {d_query, d_key, {true, 3}});
            });
        check_gradient(
            {{scores, d_weights}, {value, d_value}}, context, [&] { context_forward(scores, value, context); },
            [&](auto& d_context) {
                context_backward(scores, value, d_context, {d_weights, d_value});
            });
    }
}

TEST_CASE("turned queries and keys have products that depend on their distance alone" * in_double) {
    const RotaryTurn turn = rotary_turn({}, 6);
    Tensor x = random_tensor({1, 1, 1, 6}, 1, Axis::batch, Axis::head, Axis::query, Axis::feature), y = x;
    for (Size i = 0; i < 6; ++i) y.data()[i] = x.data()[5 - i];
    const auto product = [&](Size query, Size key) {
        Tensor turned_query = x, turned_key = y;
        rotary_forward(x, turn, query, turned_query);
        rotary_forward(y, turn, key, turned_key);
        double sum = 0;
        for (Size i = 0; i < 6; ++i) sum += static_cast<double>(turned_query.data()[i]) * static_cast<double>(turned_key.data()[i]);
        return sum;
    };
    CHECK(std::abs(product(7, 3) - product(5, 1)) < 1e-6);  // angles are single precision
    CHECK(std::abs(product(7, 3) - product(7, 4)) > 1e-3);
}

TEST_CASE("Llama 3's scaling divides long waves by the factor and leaves short ones") {
    const RotaryScaling scaling{8, 1, 4, 8192};
    const auto plain = rotary_turn({.base = 500000}, 128).frequencies,
               scaled = rotary_turn({.base = 500000, .scaling = scaling}, 128).frequencies;
    CHECK(scaled.front() == plain.front());
    CHECK(scaled.back() == plain.back() / 8);
    for (std::size_t i = 0; i < plain.size(); ++i) {
        CHECK(scaled[i] <= plain[i]);
        CHECK(scaled[i] >= plain[i] / 8 * (1 - 1e-12));
    }
}

}  // namespace vitrine::family_gradients_test
