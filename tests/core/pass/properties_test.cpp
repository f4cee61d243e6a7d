/// Properties that hold for every Transformer, whatever its shapes and choices.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::properties_test {
using namespace vitrine::tests;

namespace {

constexpr int rounds = 60;

/// A model, a batch and what comes out.
struct Run {
    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Activations activations;

    void compute() { forward(configuration, parameters, batch, activations); }
};

Run random_run(Random& random) {
    Run run;
    run.configuration = random_configuration(random);
    run.parameters = random_parameters(run.configuration, random);
    run.batch = random_batch(run.configuration, random);
    run.compute();
    return run;
}

std::vector<const AttentionActivations*> attentions(const Activations& a) {
    std::vector<const AttentionActivations*> list;
    for (const auto& layer : a.encoder.layers) list.push_back(&layer.self_attn());
    for (const auto& layer : a.decoder.layers) list.push_back(&layer.self_attn()), list.push_back(&layer.cross_attn());
    return list;
}

/// Calls visit(index, key may be attended to, row has any such key) for every cell of an attention's grid.
template <class Visit>
void for_each_cell(const AttentionActivations& a, Visit&& visit) {
    const Layout& layout = a.weights.layout();
    for (Size i = 0; i < layout.count(); ++i) {
        const Index index = index_of(layout, i);
        bool any = false;
        for (Size key = 0; key < layout.shape[3]; ++key) any |= a.mask.at({index[0], 0, index[2], key}) != 0;
        visit(index, a.mask.at({index[0], 0, index[2], index[3]}) != 0, any);
    }
}

double sum_of_row(const Tensor& tensor, Size row) {
    const Size width = tensor.layout().shape[tensor.layout().rank - 1];
    double sum = 0;
    for (Size i = 0; i < width; ++i) sum += static_cast<double>(tensor.data()[row * width + i]);
    return sum;
}

bool close(Scalar actual, Scalar expected) {
    const double tolerance = is_double ? 1e-12 : 2e-5 + 1e-4 * std::abs(static_cast<double>(expected));
    return std::abs(static_cast<double>(actual - expected)) <= tolerance;
}

/// Whether two [B, L, D] tensors hold the same row.
bool equal_rows(const Tensor& actual, Index at, const Tensor& expected, Index of) {
    for (Size i = 0; i < actual.size(2); ++i) {
        at[2] = of[2] = i;
        if (!close(actual.at(at), expected.at(of))) return false;
    }
    return true;
}

/// One sentence of a batch by itself, without its padding.
Batch alone(const Batch& batch, Size sentence) {
    const auto cut = [&](const IndexTensor& from, IndexTensor& to) {
        Size length = from.size(1);
        while (from.at({sentence, length - 1}) == 0) --length;
        to.resize({1, length});
        for (Size i = 0; i < length; ++i) to.at({0, i}) = from.at({sentence, i});
    };
    Batch result;
    cut(batch.src, result.src), cut(batch.tgt, result.tgt), cut(batch.labels, result.labels);
    return result;
}

}  // namespace

TEST_CASE("every row of attention weights and of probabilities sums to 1") {
    const Counted checks(100);
    Random random(1);
    for (int round = 0; round < rounds; ++round) {
        const Run run = random_run(random);
        for (const AttentionActivations* a : attentions(run.activations)) {
            const Size rows = a->weights.count() / a->weights.size(3);
            for (Size row = 0; row < rows; ++row) CHECK(sum_of_row(a->weights, row) == approximately(1));
        }
        const Tensor& probabilities = run.activations.probabilities;
        for (Size row = 0; row < probabilities.size(0) * probabilities.size(1); ++row)
            CHECK(sum_of_row(probabilities, row) == approximately(1));
    }
}

TEST_CASE("a masked cell has the mask value before softmax and exactly 0 after it") {
    const Counted checks(500);
    Random random(2);
    for (int round = 0; round < rounds; ++round) {
        const Run run = random_run(random);
        const double infinity = std::numeric_limits<double>::infinity();
        const auto value = static_cast<Scalar>(run.configuration.mask_value.value_or(-infinity));
        for (const AttentionActivations* a : attentions(run.activations)) {
            for_each_cell(*a, [&](const Index& cell, bool allowed, bool) {
                CHECK(a->masked_scores.at(cell) == (allowed ? a->scores.at(cell) : value));
                if (!allowed) CHECK(a->weights.at(cell) == 0);
            });
        }
    }
}

TEST_CASE("a query that may attend to no key gets zeros under minus infinity, and nothing becomes NaN") {
    const Counted checks(40);
    Random random(3);
    for (int round = 0; round < rounds; ++round) {
        Run run = random_run(random);
        run.configuration.mask_value.reset();
        pad_after(run.batch.src, 0, 0);
        run.batch.tgt.at({0, 0}) = 0;  // the first target position sees only itself, which is padding
        run.compute();
        int zero_rows = 0;
        for (const AttentionActivations* a : attentions(run.activations)) {
            for_each_cell(*a, [&](const Index& cell, bool, bool any) {
                if (any) return;
                ++zero_rows;
                CHECK(a->weights.at(cell) == 0);
            });
        }
        CHECK(zero_rows > 0);
        const Tensor& logits = run.activations.logits;
        CHECK(std::none_of(logits.data(), logits.data() + logits.count(), [](Scalar x) { return std::isnan(x); }));
    }
}

TEST_CASE("a future target token changes no bit of what comes before it") {
    const Counted checks(100);
    Random random(4);
    for (int round = 0; round < rounds; ++round) {
        Run run = random_run(random);
        const Tensor before = run.activations.logits;
        const Size sentence = between(random, 0, run.batch.sentences() - 1);
        const Size changed = between(random, 0, run.batch.target_length() - 1);
        std::int32_t& token = run.batch.tgt.at({sentence, changed});
        token = static_cast<std::int32_t>((token + between(random, 1, run.configuration.tgt_vocab_size - 1)) %
                                          run.configuration.tgt_vocab_size);
        run.compute();
        for (Size i = 0; i < before.count(); ++i) {
            const Index cell = index_of(before.layout(), i);
            if (cell[0] != sentence || cell[1] < changed) CHECK(run.activations.logits.at(cell) == before.at(cell));
        }
    }
}

TEST_CASE("a sentence alone gives the rows it gives padded in a batch") {
    const Counted checks(100);
    Random random(5);
    for (int round = 0; round < rounds; ++round) {
        const Run whole = random_run(random);
        for (Size sentence = 0; sentence < whole.batch.sentences(); ++sentence) {
            Run single{whole.configuration, whole.parameters, alone(whole.batch, sentence), {}};
            single.compute();
            for (Size s = 0; s < single.batch.source_length(); ++s)
                CHECK(equal_rows(whole.activations.memory, {sentence, s}, single.activations.memory, {0, s}));
            for (Size t = 0; t < single.batch.target_length(); ++t) {
                CHECK(equal_rows(whole.activations.logits, {sentence, t}, single.activations.logits, {0, t}));
                CHECK(close(whole.activations.token_loss.at({sentence, t}), single.activations.token_loss.at({0, t})));
            }
        }
    }
}

TEST_CASE("without positions the memory of permuted words is the permuted memory") {
    const Counted checks(40);
    Random random(6);
    for (int round = 0; round < rounds; ++round) {
        Run run;
        run.configuration = random_configuration(random);
        run.configuration.positions = PositionKind::learned;
        run.parameters = random_parameters(run.configuration, random);
        run.parameters.src_positions.weight.fill(0);
        run.batch = random_batch(run.configuration, random);
        run.compute();
        const Tensor before = run.activations.memory;
        const IndexTensor words = run.batch.src;

        std::vector<Size> order;  // new place i holds the word of place order[i]
        for (Size i = 0; i < words.size(1); ++i) order.insert(order.begin() + between(random, 0, i), i);
        for (Size b = 0; b < words.size(0); ++b) {
            for (Size s = 0; s < words.size(1); ++s) run.batch.src.at({b, s}) = words.at({b, order[static_cast<std::size_t>(s)]});
        }
        run.compute();
        for (Size b = 0; b < words.size(0); ++b) {
            for (Size s = 0; s < words.size(1); ++s)
                CHECK(equal_rows(run.activations.memory, {b, s}, before, {b, order[static_cast<std::size_t>(s)]}));
        }
    }
}

TEST_CASE("activations of an earlier run, whatever its sizes, leave no trace in a later one") {
    const Counted checks(200);
    Random random(7);
    for (int round = 0; round < rounds; ++round) {
        Run run = random_run(random);
        run.batch = random_batch(run.configuration, random);
        if (coin(random)) run.batch.labels.clear();
        run.compute();
        Run fresh{run.configuration, run.parameters, run.batch, {}};
        fresh.compute();
        visit_tensors(
            [](const auto& reused, const auto& expected) {
                CHECK(reused.count() == expected.count());
                CHECK(std::equal(reused.data(), reused.data() + std::min(reused.count(), expected.count()), expected.data()));
            },
            run.activations, fresh.activations);
    }
}

}  // namespace vitrine::properties_test
