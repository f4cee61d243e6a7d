#include "core/train/breakdown.h"

#include <cmath>
#include <limits>
#include <memory>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "core/tensor/parallel.h"
#include "tests/core/train/small_training.h"

namespace vitrine::breakdown_test {
using namespace vitrine::tests;

namespace {

constexpr Scalar no_number = std::numeric_limits<Scalar>::quiet_NaN(), infinity = std::numeric_limits<Scalar>::infinity();

/// A successful step of the small model, to be spoiled.
struct Step {
    Configuration configuration = small_model();
    Regime regime;
    Parameters parameters = initial(configuration), parameter_gradients = make_parameters(configuration);
    Batch batch = BatchSource(small_list(), 4, 1).largest();
    Activations activations, gradients;

    explicit Step(const Regime& chosen = {}) : regime(chosen) {
        batch.src.at({1, 5}) = configuration.pad_src;  // so that there is something to mask
        const Pass pass{configuration, parameters, batch, regime};
        forward(pass, activations);
        backward(pass, activations, {gradients, parameter_gradients});
    }

    std::string first_broken() const {
        return find_first_broken({configuration, regime, parameters, {&activations}, {&gradients}, {&parameter_gradients}, true});
    }
};

void spoil(Tensor& tensor, Scalar value = no_number) { tensor.data()[tensor.count() - 1] = value; }

/// Changes the trainer's weights, as only a broken file could.
template <class Change>
void change(Trainer& trainer, Change&& body) {
    TrainingState state(trainer.configuration());
    state.assign(trainer.state());
    body(state.parameters.tensors());
    trainer.restore(state);
}

}  // namespace

TEST_CASE("what is masked with minus infinity is not broken") {
    const Step step;
    CHECK(step.activations.encoder.layers[0].self_attn().masked_scores.at({1, 0, 0, 5}) == -infinity);
    CHECK(step.first_broken() == "∂loss/∂parameters");
}

TEST_CASE("the first broken tensor is the one computed first") {
    Step step;
    spoil(step.parameter_gradients.fc_out.bias);
    CHECK(step.first_broken() == "∂loss/∂parameters.fc_out.bias");
    spoil(step.gradients.src.sum);
    CHECK(step.first_broken() == "∂loss/∂src.sum");
    spoil(step.gradients.decoder.layers[0].cross_attn().masked_scores, -infinity);
    CHECK(step.first_broken() == "∂loss/∂decoder.layers.0.cross_attn.masked_scores");
    spoil(step.gradients.logits, infinity);
    CHECK(step.first_broken() == "∂loss/∂logits");
    spoil(step.activations.token_loss);
    CHECK(step.first_broken() == "token_loss");
    spoil(step.activations.decoder.layers[0].ffn().linear1, -infinity);
    CHECK(step.first_broken() == "decoder.layers.0.ffn.linear1");
    spoil(step.activations.encoder.layers[0].self_attn().masked_scores);
    CHECK(step.first_broken() == "encoder.layers.0.self_attn.masked_scores");
    spoil(step.activations.encoder.layers[0].self_attn().scores, -infinity);
    CHECK(step.first_broken() == "encoder.layers.0.self_attn.scores");
    spoil(step.parameters.transformer.decoder.layers[0].norm3.weight, infinity);
    CHECK(step.first_broken() == "parameters.transformer.decoder.layers.0.norm3.weight");
    spoil(step.parameters.src_embedding.weight);
    CHECK(step.first_broken() == "parameters.src_embedding.weight");
}

TEST_CASE("under pre-norm the order is that of pre-norm") {
    Step step;
    spoil(step.activations.encoder.layers[0].sublayers[0].residual),
        spoil(step.activations.encoder.layers[0].sublayers[0].norm.output);
    CHECK(step.first_broken() == "encoder.layers.0.residual1");
    step.configuration.norm_placement = NormPlacement::before;
    CHECK(step.first_broken() == "encoder.layers.0.norm1");
}

TEST_CASE("what dropout leaves is looked at as well") {
    Step step({.dropout = 0.5});
    spoil(step.gradients.encoder.layers[0].ffn().dropped_activation);
    CHECK(step.first_broken() == "∂loss/∂encoder.layers.0.ffn.dropped_activation");
    spoil(step.activations.decoder.layers[0].cross_attn().dropped_weights);
    CHECK(step.first_broken() == "decoder.layers.0.cross_attn.dropped_weights");
}

TEST_CASE("a trainer that breaks down names the tensor and is as before") {
    for (const int count : {1, 3}) {
        set_threads(count);
        auto trainer = small_trainer(small_list(), small_model());
        for (int step = 0; step < 4; ++step) REQUIRE(!trainer->step());
        change(*trainer, [](Parameters& p) { p.transformer.encoder.layers[0].feed_forward.linear2.bias.data()[3] = no_number; });
        TrainingState before(small_model());
        before.assign(trainer->state());

        const auto breakdown = trainer->step();
        REQUIRE(breakdown);
        CHECK(breakdown->step == 5);
        CHECK(std::isnan(breakdown->loss));
        CHECK(breakdown->tensor == "parameters.transformer.encoder.layers.0.linear2.bias");
        CHECK(trainer->state().steps == 4);
        CHECK(equal_cells(trainer->state().optimizer.first_moment, before.optimizer.first_moment));
    }
    set_threads(0);
}

TEST_CASE("finite weights that are too large break down in the first product they are too large for") {
    auto trainer = small_trainer(small_list(), small_model());
    change(*trainer, [](Parameters& p) { p.src_embedding.weight.fill(std::numeric_limits<Scalar>::max()); });
    const auto breakdown = trainer->step();
    REQUIRE(breakdown);
    CHECK(breakdown->tensor == "src.scaled");
}

TEST_CASE("a loss that is finite but beyond all sense is a breakdown of the loss") {
    auto trainer = small_trainer(small_list(), small_model());
    change(*trainer, [](Parameters& p) { p.fc_out.bias.data()[1] = 1e5; });
    const auto breakdown = trainer->step();
    REQUIRE(breakdown);
    CHECK(breakdown->tensor == "loss");
    CHECK(breakdown->loss > 9e4);
}

TEST_CASE("after a breakdown the trainer goes on from a state that is sound") {
    auto trainer = small_trainer(small_list(), small_model());
    TrainingState good(small_model());
    good.assign(trainer->state());
    change(*trainer, [](Parameters& p) { p.fc_out.bias.data()[1] = no_number; });
    CHECK(trainer->step());
    trainer->restore(good);
    CHECK(!trainer->step());
}

}  // namespace vitrine::breakdown_test
