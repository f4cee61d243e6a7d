/// What a decoding computes word by word, against one run of the model on the whole sentence.

#include <doctest/doctest.h>

#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::teacher_forcing_test {
using namespace vitrine::tests;

namespace {

/// Models with any of the design choices and departures in which no word's numbers depend on the words after it.
std::vector<SmallModel> models() {
    std::vector<SmallModel> result;
    for (std::uint64_t seed = 1; result.size() < 30; ++seed) {
        SmallModel made = any_small_model(seed);
        Random random(seed);
        if (seed % 2 == 0) made.design = random_design(made.configuration, random);
        if (seed % 3 == 0) made.source.push_back(made.configuration.pad_src);
        // A decoder with a single layer keeps its keys even if words look ahead, so two layers are checked.
        Configuration with_two_layers = made.configuration;
        with_two_layers.num_decoder_layers = 2;
        if (cache_refusal(with_two_layers, made.design).empty()) result.push_back(std::move(made));
    }
    return result;
}

std::vector<double> row_of(const Tensor& tensor, Size position) {
    std::vector<double> row;
    for (Size head = 0; head < tensor.size(1); ++head) {
        for (Size i = 0; i < tensor.size(3); ++i) row.push_back(static_cast<double>(tensor.at({0, head, position, i})));
    }
    return row;
}

std::vector<double> cells_of(const Tensor& tensor) {
    std::vector<double> cells;
    for (Size i = 0; i < tensor.count(); ++i) cells.push_back(static_cast<double>(tensor.at(index_of(tensor.layout(), i))));
    return cells;
}

/// All results of a step are those of the run in the row of the sentence's last word.
void check_row(const StepRow& row, Size position, const Activations& run, bool cached) {
    CAPTURE(position);
    CHECK(close(as_doubles(row.logits), logits_at(run, position)));
    const auto& layers = run.decoder.layers;
    REQUIRE(row.attended.size() == layers.size());
    REQUIRE(row.added.size() == (cached ? layers.size() : 0));
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        CAPTURE(layer);
        const Tensor& weights = layers[layer].cross_attn().weights;
        REQUIRE(row.attended[layer].layout().rank == 2);
        CHECK(row.attended[layer].layout().axes[0] == Axis::head);
        CHECK(row.attended[layer].layout().axes[1] == Axis::key);
        REQUIRE(row.attended[layer].size(0) == weights.size(1));
        REQUIRE(row.attended[layer].size(1) == weights.size(3));
        CHECK(close(cells_of(row.attended[layer]), row_of(weights, position)));
        if (!cached) continue;
        CHECK(close(as_doubles(row.added[layer].key), row_of(layers[layer].self_attn().key, position)));
        CHECK(close(as_doubles(row.added[layer].value), row_of(layers[layer].self_attn().value, position)));
    }
}

}  // namespace

TEST_CASE("every step's logits, cross-attention and new cache rows are those of one run on the whole sentence") {
    const Counted checks(20);
    for (const SmallModel& made : models()) {
        for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
            const Generation generation =
                made.decode({.max_new_tokens = 8, .cache = cache, .forced = {3, 0, 2}, .stops_at_eos = false});
            REQUIRE(generation.hypotheses.size() == 1);
            REQUIRE(generation.steps.size() == 8);
            const Sentence& tokens = generation.hypotheses[0].tokens;
            const Activations run = teacher_forced(made, tokens);
            for (std::size_t step = 0; step < generation.steps.size(); ++step) {
                REQUIRE(generation.steps[step].rows.size() == 1);
                check_row(generation.steps[step].rows[0], static_cast<Size>(step), run, generation.cached);
            }
        }
    }
}

TEST_CASE("so are those of every sentence in a beam") {
    int rows = 0;
    for (const SmallModel& made : models()) {
        const Generation generation =
            made.decode({.strategy = Strategy::beam, .max_new_tokens = 5, .beams = 3, .early_stopping = false, .n_best = 3});
        for (std::size_t step = 0; step < generation.steps.size(); ++step) {
            for (const StepRow& row : generation.steps[step].rows) {
                const Sentence words = tokens_to(generation, row.node);
                REQUIRE(words.size() == step + 1);
                check_row(row, static_cast<Size>(step), teacher_forced(made, words), generation.cached);
                ++rows;
            }
        }
    }
    CHECK(rows > 200);
}

TEST_CASE("so are those of every sentence that is sampled") {
    const Counted checks(4);
    for (const SmallModel& made : models()) {
        const Generation generation = made.decode({.strategy = Strategy::sample, .max_new_tokens = 4, .seed = 2, .n_best = 3});
        for (std::size_t step = 0; step < generation.steps.size(); ++step) {
            for (const StepRow& row : generation.steps[step].rows)
                check_row(row, static_cast<Size>(step), teacher_forced(made, tokens_to(generation, row.node)), generation.cached);
        }
    }
}

TEST_CASE("a sentence's log-probability is the sum of what one run on it gives its words") {
    const Counted checks(4);
    for (const SmallModel& made : models()) {
        const Generation generation = made.decode({.strategy = Strategy::beam, .max_new_tokens = 6, .beams = 4, .n_best = 4});
        for (const Hypothesis& hypothesis : generation.hypotheses) {
            const Activations run = teacher_forced(made, hypothesis.tokens);
            double sum = 0;
            for (std::size_t i = 1; i < hypothesis.tokens.size(); ++i) {
                const auto word = static_cast<std::size_t>(hypothesis.tokens[i]);
                sum += plain_log_softmax(logits_at(run, static_cast<Size>(i) - 1))[word];
            }
            CHECK(close(hypothesis.log_probability, sum));
        }
    }
}

}  // namespace vitrine::teacher_forcing_test
