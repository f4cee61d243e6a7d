/// Models without padding, beginning or end.

#include <doctest/doctest.h>

#include "core/decode/generate.h"
#include "core/model/batch_edit.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "core/trace/outline.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::without_padding_test {

namespace {

/// A drawn model whose sentences may hold any token, 0 too, and its made-up batch.
struct Bare {
    explicit Bare(std::uint64_t seed) {
        Random random(seed);
        configuration = tests::random_configuration(random);
        configuration.pad_src = configuration.pad_tgt = configuration.bos = configuration.eos = no_token;
        parameters = tests::random_parameters(configuration, random);
        batch = vitrine::random_batch(configuration, seed);
        forward({configuration, parameters, batch, {}}, activations);
    }
    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Activations activations;
};

bool is_open(const MaskTensor& mask, bool causal) {
    for (Size b = 0; b < mask.size(0); ++b)
        for (Size q = 0; q < mask.size(2); ++q)
            for (Size k = 0; k < mask.size(3); ++k)
                if ((mask.at({b, 0, q, k}) != 0) != (!causal || k <= q)) return false;
    return true;
}

}  // namespace

TEST_CASE("without padding every key is seen that does not come later, and every label counts") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Bare bare(seed);
        CAPTURE(seed);
        check(bare.batch, bare.configuration);
        CHECK(is_open(bare.activations.encoder.layers[0].self_attn().mask, false));
        CHECK(is_open(bare.activations.decoder.layers[0].self_attn().mask, true));
        CHECK(is_open(bare.activations.decoder.layers[0].cross_attn().mask, false));
        double sum = 0;
        const Tensor& losses = bare.activations.token_loss;
        for (Size i = 0; i < losses.count(); ++i) {
            CHECK(losses.data()[i] > 0);
            sum += static_cast<double>(losses.data()[i]);
        }
        CHECK(static_cast<double>(bare.activations.loss.data()[0]) ==
              doctest::Approx(sum / static_cast<double>(losses.count())).epsilon(1e-5));
    }
}

TEST_CASE("what is said of the masks and the loss of such a model does not speak of padding") {
    const tests::Counted checks(40);
    const Bare bare(3);
    const Outline outline = make_outline(bare.configuration, {});
    for (const Step& step : outline.steps) {
        INFO(step.title, ": ", step.formula, " ", step.text);
        CHECK(step.formula.find("padding") == std::string::npos);
        CHECK(step.text.find("adding") == std::string::npos);
    }
    for (const TensorInfo& info : outline.tensors)
        if (info.dependence) CHECK(info.dependence->formula.find("padding") == std::string::npos);
}

TEST_CASE("sentences that would differ in length are refused, a single one can grow and shrink") {
    const Bare bare(4);
    const Configuration& c = bare.configuration;
    const TokenPlace place{BatchSide::source, 0, 1};
    CHECK_THROWS_WITH_AS(with_edit(bare.batch, c, InsertToken{place, 0}),
                         "This model has no padding: all sentences of a batch must have the same length.", Error);
    const Batch one = with_edit(bare.batch, c, EraseSentence{1});
    CHECK(with_edit(one, c, InsertToken{place, 0}).source_length() == one.source_length() + 1);
    const Batch longer = with_edit(one, c, InsertToken{{BatchSide::target, 0, 1}, 0});
    CHECK(longer.target_length() == one.target_length() + 1);
    CHECK(longer.labels.at({0, 0}) == longer.tgt.at({0, 1}));
    CHECK(with_edit(longer, c, EraseToken{{BatchSide::target, 0, 1}}) == one);
}

TEST_CASE("a sentence begins with the token that is given and ends where there is no more room") {
    const Bare bare(5);
    const Sentence source{1, 2, 3};
    DecodeOptions options{.max_new_tokens = 4};
    CHECK_THROWS_AS(generate({bare.configuration, bare.parameters}, source, options), Error);
    options.first = 3;
    const Generation generation = generate({bare.configuration, bare.parameters}, source, options);
    REQUIRE(generation.hypotheses.size() == 1);
    CHECK(generation.hypotheses[0].tokens.size() == 5);
    CHECK(generation.hypotheses[0].tokens[0] == 3);
    CHECK(!generation.hypotheses[0].finished);
}

}  // namespace vitrine::without_padding_test
