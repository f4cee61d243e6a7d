#include "core/why/experiment.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/random_models.h"
#include "tests/core/why/asked_model.h"
#include "tests/counted.h"

namespace vitrine::experiment_test {
using namespace vitrine::tests;

namespace {

double one(const AskedModel& run, const Metric& metric, std::vector<Overwrite> overwrites) {
    return run_experiments({run.pass, run.activations}, metric, {1, [&](std::size_t) { return overwrites; }}).front();
}

/// Other words in the same places.
Batch other_words(const Configuration& c, Batch batch, Random& random) {
    for (IndexTensor* tokens : {&batch.src, &batch.tgt}) {
        const bool source = tokens == &batch.src;
        const std::int32_t pad = source ? c.pad_src : c.pad_tgt;
        for (Size i = 0; i < tokens->count(); ++i) {
            std::int32_t& id = tokens->data()[i];
            if (id != pad) id = static_cast<std::int32_t>(between(random, 3, (source ? c.src_vocab_size : c.tgt_vocab_size) - 1));
        }
    }
    return batch;
}

}  // namespace

TEST_CASE("with every number of the clean run at its last point the corrupted one gives its logit, with none its own") {
    const Counted checks(150);
    Random random(21);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        const Configuration c = random_family(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random), other = other_words(c, batch, random);
        const Regime regime{.design = random_design(c, random)};
        const AskedModel clean(c, parameters, batch, regime), corrupted(c, parameters, other, regime);
        const Metric metric{Metric::Kind::logit, {0, 0, 1, 2}};
        const double wanted = measure(metric, c, clean.activations), before = measure(metric, c, corrupted.activations);
        const RunPlace last{.path = stream_points(*clean.trace.outline).back().path};
        const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-5 * (1 + std::abs(b)) || std::isnan(b); };
        CHECK(close(one(corrupted, metric, numbers_of_other_run(last, corrupted.trace, clean.trace)), wanted));
        CHECK(close(one(corrupted, metric, {}), before));
        CHECK(close(one(corrupted, metric, numbers_of_other_run(last, corrupted.trace, corrupted.trace)), before));
    }
}

TEST_CASE("a place that the run does not have is refused by name, as are runs of other shapes") {
    Random random(22);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    Batch batch = random_batch(c, 5);
    const AskedModel model(c, parameters, batch);
    CHECK_THROWS_WITH_AS(zeros({.path = "decoder.layers.9.norm1"}, model.trace), "decoder.layers.9.norm1 is not in this run",
                         Error);
    CHECK_THROWS_WITH_AS(zeros({.path = "decoder.layers.0.self_attn.context", .head = 7}, model.trace),
                         "decoder.layers.0.self_attn.context has no head 7", Error);
    CHECK_THROWS_WITH_AS(zeros({.path = "memory", .position = 99}, model.trace), "memory has no position 99", Error);
    CHECK_THROWS_WITH_AS(zeros({.path = "memory", .head = 0}, model.trace), "memory has no axis for a head", Error);
    Batch shorter = batch;
    shorter.src.resize({batch.src.size(0), 1});
    shorter.src.fill(1);
    const AskedModel other(c, parameters, shorter);
    CHECK_THROWS_WITH_AS(numbers_of_other_run({.path = "memory"}, model.trace, other.trace), doctest::Contains("in the other"),
                         Error);
}

}  // namespace vitrine::experiment_test
