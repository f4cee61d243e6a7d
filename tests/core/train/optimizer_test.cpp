#include "core/train/optimizer.h"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/parallel.h"
#include "core/tensor/random.h"
#include "tests/core/approximately.h"

namespace vitrine::optimizer_test {
using namespace vitrine::tests;

namespace {

/// A model of some thousand parameters, none of whose tensors fills whole cache lines.
Configuration small_configuration() {
    Configuration c;
    c.d_model = 9;
    c.nhead = 3;
    c.num_encoder_layers = 1;
    c.num_decoder_layers = 2;
    c.dim_feedforward = 21;
    c.src_vocab_size = 13;
    c.tgt_vocab_size = 11;
    return c;
}

/// The parameters of one table that are looked at, their gradient and the optimiser's memory.
struct Case {
    Configuration configuration = small_configuration();
    ParameterBuffer parameters{configuration}, gradient{configuration};
    OptimizerState state{configuration};

    Scalar* weights() { return parameters.tensors().src_embedding.weight.data(); }
};

constexpr double start[] = {0.5, -1.25, 2.0};

/// Four steps with the gradients (0.3·t, −0.02, ±1.5), at rate 0.01.
std::vector<double> trained(const OptimizerOptions& options) {
    Case c;
    std::copy(std::begin(start), std::end(start), c.weights());
    for (int t = 1; t <= 4; ++t) {
        const double gradient[] = {0.3 * t, -0.02, t % 2 ? -1.5 : 1.5};
        std::copy(std::begin(gradient), std::end(gradient), c.gradient.tensors().src_embedding.weight.data());
        update(options, {.step = t, .rate = 0.01}, c.gradient, c.parameters, c.state);
    }
    return {c.weights(), c.weights() + 3};
}

void check_trained(const OptimizerOptions& options, const std::vector<double>& expected) {
    const std::vector<double> actual = trained(options);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(actual[i] == approximately(expected[i]));
}

void fill_randomly(ParameterBuffer& buffer, std::uint64_t seed) {
    Random random(seed);
    visit_tensors(
        [&](Tensor& tensor) {
            for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(random.normal());
        },
        buffer.tensors());
}

double norm_of(const ParameterBuffer& buffer) {
    double sum = 0;
    for (const Scalar cell : buffer.cells()) sum += static_cast<double>(cell) * static_cast<double>(cell);
    return std::sqrt(sum);
}

}  // namespace

TEST_CASE("Adam agrees with torch.optim.Adam") {
    const OptimizerOptions options{.kind = OptimizerKind::adam, .beta2 = 0.98, .epsilon = 1e-3};
    check_trained(options, {0.4613993570955878, -1.211904761904762, 2.0122971039311});
}

TEST_CASE("Adam adds weight decay to the gradient as torch.optim.Adam does") {
    const OptimizerOptions options{.kind = OptimizerKind::adam, .beta2 = 0.98, .epsilon = 1e-3, .weight_decay = 0.1};
    check_trained(options, {0.4611571541789754, -1.210288529703779, 2.008400381640665});
}

TEST_CASE("AdamW shrinks the weights as torch.optim.AdamW does") {
    const OptimizerOptions options{.kind = OptimizerKind::adamw, .beta2 = 0.98, .epsilon = 1e-3, .weight_decay = 0.1};
    check_trained(options, {0.4594609371334786, -1.206969361677441, 2.004276841597675});
}

TEST_CASE("SGD with momentum agrees with torch.optim.SGD, with weight decay and without") {
    OptimizerOptions options{.kind = OptimizerKind::sgd, .momentum = 0.8};
    check_trained(options, {0.448304, -1.2483616, 2.01968});
    options.weight_decay = 0.1;
    check_trained(options, {0.4442692946035, -1.23814003472145, 2.003238693187});
}

TEST_CASE("SGD without momentum moves by the rate times the gradient") {
    check_trained({.kind = OptimizerKind::sgd, .momentum = 0}, {0.47, -1.2492, 2.0});
}

TEST_CASE("an update by a multiple of the gradient is that of the multiplied gradient") {
    for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::adamw, OptimizerKind::sgd}) {
        Case plain, scaled;
        for (Case* c : {&plain, &scaled}) fill_randomly(c->parameters, 1), fill_randomly(c->gradient, 2);
        for (Scalar& cell : scaled.gradient.cells()) cell *= 4;
        for (int step = 1; step <= 3; ++step) {
            update({.kind = kind}, {.step = step, .gradient_factor = 4}, plain.gradient, plain.parameters, plain.state);
            update({.kind = kind}, {.step = step}, scaled.gradient, scaled.parameters, scaled.state);
        }
        CHECK(std::ranges::equal(plain.parameters.cells(), scaled.parameters.cells()));
    }
}

TEST_CASE("every parameter is updated once, whatever the number of threads, and the gaps between them stay 0") {
    for (const int count : {1, 2, 5}) {
        set_threads(count);
        Case c;
        for (Scalar& cell : c.gradient.cells()) cell = 0;
        visit_tensors([](Tensor& tensor) { tensor.fill(-1); }, c.gradient.tensors());
        update({.kind = OptimizerKind::sgd}, {.step = 1, .rate = 0.5}, c.gradient, c.parameters, c.state);
        Size moved = 0, cells = 0;
        for (const Scalar cell : c.parameters.cells()) moved += cell == Scalar(0.5);
        visit_tensors([&](const Tensor& tensor) { cells += tensor.count(); }, c.parameters.tensors());
        CHECK(moved == cells);
        CHECK(norm_of(c.parameters) == doctest::Approx(0.5 * std::sqrt(static_cast<double>(cells))));
    }
    set_threads(0);
}

TEST_CASE("the global norm is that of the shards' sum, which it leaves in the first") {
    for (const int count : {1, 2, 5}) {
        set_threads(count);
        const Configuration configuration = small_configuration();
        std::vector<std::unique_ptr<ParameterBuffer>> shards;
        std::vector<ParameterBuffer*> pointers;
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            shards.push_back(std::make_unique<ParameterBuffer>(configuration));
            fill_randomly(*shards.back(), seed);
            pointers.push_back(shards.back().get());
        }
        std::vector<Scalar> sum;
        for (std::size_t i = 0; i < shards[0]->cells().size(); ++i)
            sum.push_back(shards[0]->cells()[i] + shards[1]->cells()[i] + shards[2]->cells()[i]);
        const double norm = global_norm(pointers);
        CHECK(std::ranges::equal(shards[0]->cells(), sum));
        CHECK(norm == approximately(norm_of(*shards[0])));
        CHECK(norm == global_norm(std::span(pointers).first(1)));
    }
    set_threads(0);
}

TEST_CASE("the global norm is the same bit for bit at any number of threads") {
    Configuration configuration = small_configuration();
    configuration.dim_feedforward = 4000;
    ParameterBuffer gradient(configuration);
    fill_randomly(gradient, 1);
    ParameterBuffer* const shard[] = {&gradient};
    const double expected = global_norm(shard);
    for (const int count : {1, 2, 3, 7}) {
        set_threads(count);
        CHECK(global_norm(shard) == expected);
    }
    set_threads(0);
}

TEST_CASE("the global norm of gradients that are not finite is not finite") {
    for (const Scalar bad : {std::numeric_limits<Scalar>::quiet_NaN(), std::numeric_limits<Scalar>::infinity()}) {
        ParameterBuffer gradient(small_configuration());
        gradient.tensors().fc_out.bias.data()[3] = bad;
        ParameterBuffer* const shard[] = {&gradient};
        CHECK(!std::isfinite(global_norm(shard)));
    }
}

TEST_CASE("clipping shortens what is too long to the limit and leaves the rest alone") {
    CHECK(clipping_factor(13, 6.5) == doctest::Approx(0.5));
    CHECK(clipping_factor(13, 6.5) == 6.5 / (13 + 1e-6));  // torch.nn.utils.clip_grad_norm_
    CHECK(clipping_factor(2, 6.5) == 1);
    CHECK(clipping_factor(0, 6.5) == 1);
    CHECK(clipping_factor(1e9, 0) == 1);
}

}  // namespace vitrine::optimizer_test
