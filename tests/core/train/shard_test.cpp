#include "core/train/shard.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::shard_test {
using namespace vitrine::tests;

namespace {

/// Sentence b is made of the numbers 100·b, 100·b + 1, …
Batch numbered_batch(Size sentences) {
    const auto fill = [&](IndexTensor& tokens, Size length) {
        tokens.resize({sentences, length});
        for (Size b = 0; b < sentences; ++b) {
            for (Size i = 0; i < length; ++i) tokens.at({b, i}) = static_cast<std::int32_t>(100 * b + i);
        }
    };
    Batch batch;
    fill(batch.src, 4), fill(batch.tgt, 3), fill(batch.labels, 3);
    return batch;
}

void append(const IndexTensor& part, std::vector<std::int32_t>& all) {
    all.insert(all.end(), part.data(), part.data() + part.count());
}

}  // namespace

TEST_CASE("the parts of a batch, one after the other, are the batch, and differ by one sentence at most") {
    const Counted checks(200);
    for (Size sentences = 1; sentences <= 9; ++sentences) {
        for (std::size_t parts = 1; parts <= static_cast<std::size_t>(sentences); ++parts) {
            const Batch whole = numbered_batch(sentences);
            std::vector<std::int32_t> src, labels;
            for (std::size_t i = 0; i < parts; ++i) {
                Batch part;
                take_sentences(whole, i, parts, part);
                const Size share = sentences / static_cast<Size>(parts);
                CHECK((part.sentences() == share || part.sentences() == share + 1));
                append(part.src, src), append(part.labels, labels);
            }
            CHECK(src == std::vector<std::int32_t>(whole.src.data(), whole.src.data() + whole.src.count()));
            CHECK(labels == std::vector<std::int32_t>(whole.labels.data(), whole.labels.data() + whole.labels.count()));
        }
    }
}

TEST_CASE("what a batch does without, its parts do without, and segments are shared out") {
    Batch whole = numbered_batch(5), part;
    take_sentences(whole, 1, 2, part);
    CHECK(part.segments.empty());
    whole.segments = whole.src;
    whole.src.clear();
    take_sentences(whole, 1, 2, part);
    CHECK(part.src.empty());
    CHECK(part.sentences() == 2);
    CHECK(part.segments.at({0, 0}) == 300);
    CHECK(part.segments.at({1, 3}) == 403);
}

TEST_CASE("the passes of the parts of a batch, put together, are the pass of the batch") {
    constexpr double tolerance = sizeof(Scalar) == 8 ? 1e-12 : 2e-5;
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Configuration c = random_configuration(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        const auto parts = static_cast<std::size_t>(std::min<Size>(3, batch.sentences()));
        const Regime regime{.counted_labels = count_labels(batch.labels, c.pad_tgt)};
        Activations whole, slopes;
        Parameters of_parameters = make_parameters(c);
        forward({c, parameters, batch, regime}, whole);
        backward({c, parameters, batch, regime}, whole, {slopes, of_parameters});
        std::vector<std::unique_ptr<Shard>> shards;
        std::vector<const Activations*> values, gradients;
        for (std::size_t i = 0; i < parts; ++i) {
            Shard& shard = *shards.emplace_back(std::make_unique<Shard>(c));
            take_sentences(batch, i, parts, shard.batch);
            const Pass pass{c, parameters, shard.batch, regime};
            forward(pass, shard.activations);
            backward(pass, shard.activations, {shard.gradients, shard.parameter_gradients.tensors()});
            values.push_back(&shard.activations), gradients.push_back(&shard.gradients);
        }
        Activations gathered, gathered_slopes;
        gather(values, Gathered::values, gathered);
        gather(gradients, Gathered::gradients, gathered_slopes);
        const auto compare = [&](const auto& together, const auto& expected) {
            REQUIRE(together.layout().shape == expected.layout().shape);
            REQUIRE(together.layout().strides == expected.layout().strides);
            double furthest = 0;
            for (Size i = 0; i < expected.count(); ++i) {
                const double a = static_cast<double>(together.data()[i]), b = static_cast<double>(expected.data()[i]);
                if (a != b) furthest = std::max(furthest, std::abs(a - b) / (1 + std::abs(b)));
            }
            CHECK(furthest < tolerance);
            compared += !expected.empty();
        };
        visit_tensors(compare, gathered, whole);
        visit_tensors(compare, gathered_slopes, slopes);
    }
    CHECK(compared > 300);
}

TEST_CASE("labels that are padding are not counted") {
    Batch batch = numbered_batch(2);
    CHECK(count_labels(batch.labels, 7) == 6);
    batch.labels.at({0, 1}) = batch.labels.at({1, 2}) = 7;
    CHECK(count_labels(batch.labels, 7) == 4);
}

}  // namespace vitrine::shard_test
