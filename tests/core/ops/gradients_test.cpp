/// The backward passes of all operations, against finite differences.

#include "core/ops/activation.h"
#include "core/ops/attention.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/dropout.h"
#include "core/ops/embedding.h"
#include "core/ops/layer_norm.h"
#include "core/ops/linear.h"
#include "core/ops/residual.h"
#include "core/ops/softmax.h"
#include "tests/core/check_gradient.h"

namespace vitrine::gradients_test {
using namespace vitrine::tests;

namespace {

Tensor positions_by_features(std::uint64_t seed, Size features = 5) {
    return random_tensor({2, 3, features}, seed, Axis::batch, Axis::position, Axis::feature);
}

/// Two sentences, three heads; rows × columns in each, as projections lie in memory or as scores do.
Tensor heads(Size rows, Size columns, std::uint64_t seed, Order order = Order::row_major) {
    Tensor tensor = random_tensor({2, 3, rows, columns}, seed, Axis::batch, Axis::head, Axis::query, Axis::key);
    tensor.resize({2, 3, rows, columns}, order);
    return tensor;
}

IndexTensor tokens_of(std::initializer_list<std::int32_t> tokens) {
    IndexTensor tensor(Axis::batch, Axis::position);
    tensor.resize({2, 3});
    std::copy(tokens.begin(), tokens.end(), tensor.data());
    return tensor;
}

}  // namespace

TEST_CASE("the gradients of a linear layer agree with finite differences" * in_double) {
    Tensor x = positions_by_features(1), output = positions_by_features(2, 4), d_x = x;
    LinearParameters p{random_tensor({4, 5}, 3, Axis::output, Axis::input), random_tensor({4}, 4, Axis::output)}, d = p;
    check_gradient(
        {{x, d_x}, {p.weight, d.weight}, {p.bias, d.bias}}, output,
        [&] {
            linear_forward(x, {p.weight, p.bias}, output);
        },
        [&](auto& d_output) {
            linear_backward(x, {p.weight, p.bias}, d_output, {d_x, d.weight, d.bias});
        });
}

TEST_CASE("a projection's gradients fill its own rows alone, and add to x where they are told to" * in_double) {
    Tensor x = positions_by_features(1), output = heads(3, 2, 2, Order::heads_together), d_x = x;
    LinearParameters p{random_tensor({18, 5}, 3, Axis::output, Axis::input), random_tensor({18}, 4, Axis::output)}, d = p;
    const Projection keys{p.weight, p.bias, 6, 6};
    d.weight.fill(0), d.bias.fill(0), d_x.fill(0);
    check_gradient(
        {{x, d_x}, {p.weight, d.weight}, {p.bias, d.bias}}, output, [&] { linear_forward(x, keys, output); },
        [&](auto& d_output) {
            linear_backward(x, keys, d_output, {d_x, d.weight, d.bias, Write::add});
        });
}

TEST_CASE("the gradients of scores agree with finite differences" * in_double) {
    for (const Order order : {Order::row_major, Order::heads_together}) {
        Tensor query = heads(4, 2, 1, order), key = heads(5, 2, 2, order), scores = heads(4, 5, 3), d_query = query, d_key = key;
        for (const ScoreDivisor divisor : {ScoreDivisor{}, ScoreDivisor{false}}) {
            check_gradient(
                {{query, d_query}, {key, d_key}}, scores, [&] { scores_forward(query, key, scores, divisor); },
                [&](auto& d_scores) {
                    scores_backward(query, key, d_scores, {d_query, d_key, divisor});
                });
        }
    }
}

TEST_CASE("the gradients of the context agree with finite differences" * in_double) {
    Tensor weights = heads(4, 5, 1), value = heads(5, 2, 2, Order::heads_together), context = heads(4, 2, 3, Order::heads_together);
    Tensor d_weights = weights, d_value = value;
    check_gradient(
        {{weights, d_weights}, {value, d_value}}, context, [&] { context_forward(weights, value, context); },
        [&](auto& d_context) {
            context_backward(weights, value, d_context, {d_weights, d_value});
        });
}

TEST_CASE("the gradient of merged heads agrees with finite differences" * in_double) {
    Tensor context = heads(3, 2, 1, Order::heads_together), merged = positions_by_features(2, 6), d_context = context;
    check_gradient(
        {{context, d_context}}, merged, [&] { merge_heads_forward(context, merged); },
        [&](auto& d_merged) { merge_heads_backward(d_merged, d_context); });
}

TEST_CASE("the gradient of masked scores agrees with finite differences" * in_double) {
    Tensor scores = heads(2, 3, 1), output = scores, d_scores = scores;
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    mask.resize({2, 1, 2, 3});
    for (Size i = 0; i < mask.count(); ++i) mask.data()[i] = i % 5 != 1;
    check_gradient(
        {{scores, d_scores}}, output, [&] { mask_forward(scores, mask, -5, output); },
        [&](auto& d_output) { mask_backward(mask, d_output, d_scores); });
    check_gradient(
        {{scores, d_scores}}, output, [&] { multiply_mask_forward(scores, mask, output); },
        [&](auto& d_output) { multiply_mask_backward(mask, d_output, d_scores); });
}

TEST_CASE("the gradient of softmax agrees with finite differences" * in_double) {
    Tensor x = heads(4, 6, 1), output = x, d_x = x;
    check_gradient(
        {{x, d_x}}, output, [&] { softmax_forward(x, output); }, [&](auto& d_output) { softmax_backward(output, d_output, d_x); });
}

TEST_CASE("nothing flows back through a row in which no key was allowed") {
    Tensor x = heads(1, 3, 1), output = x, d_x = x;
    x.fill(-std::numeric_limits<Scalar>::infinity());
    softmax_forward(x, output);
    softmax_backward(output, heads(1, 3, 2), d_x);
    CHECK(std::all_of(d_x.data(), d_x.data() + d_x.count(), [](Scalar value) { return value == 0; }));
}

TEST_CASE("the gradients of layer normalisation agree with finite differences, in either kind" * in_double) {
    for (const auto kind : {LayerNormKind::torch, LayerNormKind::annotated}) {
        for (const auto write : {Write::set, Write::add}) {
            Tensor x = positions_by_features(1), d_x = x;
            LayerNormParameters p{random_tensor({5}, 2, Axis::feature), random_tensor({5}, 3, Axis::feature)}, d_p = p;
            LayerNormActivations a, d;
            const LayerNormOptions options{kind, Scalar(1e-3)};
            layer_norm_forward(x, p, options, a);
            d = a;
            d_x.fill(0);
            check_gradient(
                {{x, d_x}, {p.weight, d_p.weight}, {p.bias, d_p.bias}}, a.output, [&] { layer_norm_forward(x, p, options, a); },
                [&](auto& d_output) {
                    d.output = d_output;
                    layer_norm_backward({x, p, options, a}, d, {d_x, d_p, write});
                });
        }
    }
}

TEST_CASE("a row of equal values has finite gradients under either kind of layer normalisation") {
    for (const auto kind : {LayerNormKind::torch, LayerNormKind::annotated}) {
        Tensor x = positions_by_features(1), d_x = x;
        x.fill(3);
        LayerNormParameters p{random_tensor({5}, 2, Axis::feature), {}}, d_p = p;
        LayerNormActivations a;
        layer_norm_forward(x, p, {.kind = kind}, a);
        LayerNormActivations d = a;
        layer_norm_backward({x, p, {.kind = kind}, a}, d, {d_x, d_p});
        CHECK(std::all_of(d_x.data(), d_x.data() + d_x.count(), [](Scalar value) { return std::isfinite(value); }));
    }
}

TEST_CASE("the gradients of the activations agree with finite differences" * in_double) {
    for (const auto kind : {ActivationKind::relu, ActivationKind::gelu, ActivationKind::silu}) {
        Tensor x = positions_by_features(1), output = x, d_x = x;
        check_gradient(
            {{x, d_x}}, output, [&] { activation_forward(x, kind, output); },
            [&](auto& d_output) { activation_backward(x, kind, d_output, d_x); });
    }
}

TEST_CASE("the gradients of a residual connection agree with finite differences" * in_double) {
    Tensor x = positions_by_features(1), sublayer = positions_by_features(2), output = x, d_x = x, d_sublayer = x;
    check_gradient(
        {{x, d_x}, {sublayer, d_sublayer}}, output, [&] { residual_forward(x, sublayer, output); },
        [&](auto& d_output) { residual_backward(d_output, d_x, d_sublayer); });
}

TEST_CASE("the gradient of dropout agrees with finite differences" * in_double) {
    Tensor x = positions_by_features(1), output = x, d_x = x;
    MaskTensor mask(Axis::batch, Axis::position, Axis::feature);
    mask.resize({2, 3, 5});
    Random random(1);
    draw_dropout_mask(0.3, random, mask);
    check_gradient(
        {{x, d_x}}, output, [&] { dropout_forward(x, mask, 0.3, output); },
        [&](auto& d_output) { dropout_backward(mask, 0.3, d_output, d_x); });
}

TEST_CASE("the gradient of an embedding table agrees with finite differences, words that occur twice included" * in_double) {
    Tensor table = random_tensor({6, 5}, 1, Axis::vocabulary, Axis::feature), output = positions_by_features(2), d_table = table;
    const IndexTensor tokens = tokens_of({0, 3, 3, 5, 0, 3});
    d_table.fill(0);
    check_gradient(
        {{table, d_table}}, output, [&] { embedding_forward(tokens, table, output); },
        [&](auto& d_output) { embedding_backward(tokens, d_output, -1, d_table); });
}

TEST_CASE("the gradient of scaling agrees with finite differences" * in_double) {
    Tensor x = positions_by_features(1), output = x, d_x = x;
    check_gradient(
        {{x, d_x}}, output, [&] { scale_forward(x, 3, output); }, [&](auto& d_output) { scale_backward(d_output, 3, d_x); });
}

TEST_CASE("the gradients of learned positions agree with finite differences, unused rows included" * in_double) {
    Tensor x = positions_by_features(1), output = x, d_x = x, table = random_tensor({4, 5}, 2, Axis::vocabulary, Axis::feature);
    Tensor positions = random_tensor({3, 5}, 3, Axis::position, Axis::feature), d_positions = positions, d_table = table;
    check_gradient(
        {{x, d_x}, {table, d_table}}, output,
        [&] {
            learned_positions_forward(table, positions);
            add_positions_forward(x, positions, output);
        },
        [&](auto& d_output) {
            add_positions_backward(d_output, d_x, d_positions);
            learned_positions_backward(d_positions, d_table);
        });
}

TEST_CASE("the gradient of the loss agrees with finite differences, with padding, smoothing and as a part of a batch" * in_double) {
    Tensor logits = positions_by_features(1), probabilities = logits, d_logits = logits;
    Tensor token_loss{Axis::batch, Axis::position}, loss{Axis::item};
    token_loss.resize({2, 3});
    loss.resize({1});
    const IndexTensor labels = tokens_of({0, 3, 1, 4, 1, 1});
    for (const CrossEntropyTarget& target :
         {CrossEntropyTarget{labels, -1}, {labels, 1}, {labels, 1, 0.1}, {labels, -1, 0.2, 10}}) {
        softmax_forward(logits, probabilities);
        cross_entropy_backward(probabilities, target, d_logits);
        check_against_differences({{logits, d_logits}}, [&] {
            cross_entropy_forward(logits, target, token_loss);
            mean_loss_forward(token_loss, target, loss);
            return static_cast<double>(loss.data()[0]);
        });
    }
}

}  // namespace vitrine::gradients_test
