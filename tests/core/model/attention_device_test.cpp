/// Attention that another device computes and keeps.

#include "core/model/attention_device.h"

#include <doctest/doctest.h>

#include "core/ops/softmax.h"
#include "core/pass/rerun.h"
#include "core/tensor/error.h"
#include "tests/core/fetched_tensor.h"
#include "tests/core/pass/altered_runs.h"

namespace vitrine::attention_device_test {
using namespace vitrine::tests;

namespace {

/// A device that computes attention with core/ops, in its own tensors.
struct OtherDevice {
    int asked = 0;
    bool declines = false;

    std::optional<FetchedAttention> compute(const AttentionRequest& request, Tensor& context) {
        ++asked;
        if (declines) return std::nullopt;
        Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};
        MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};
        scores.resize({request.query.size(0), request.query.size(1), request.query.size(2), request.key.size(2)});
        Tensor masked = scores, weights = scores;
        const bool of_keys = request.mask.padding == PaddingAxis::keys;
        make_mask(request.mask_tokens, of_keys ? request.query.size(2) : request.key.size(2), request.mask, mask);
        scores_forward(request.query, request.key, scores, request.divisor);
        mask_forward(scores, mask, request.mask_value, masked);
        softmax_forward(masked, weights);
        context_forward(weights, request.value, context);
        return FetchedAttention{std::make_shared<FetchedTensor>(scores), std::make_shared<FetchedTensor>(masked),
                                std::make_shared<FetchedTensor>(weights)};
    }

    AttentionDevice function() {
        return [this](const AttentionRequest& request, Tensor& context) { return compute(request, context); };
    }
};

Ingredients plain_ingredients(std::uint64_t seed) {
    Random random(seed);
    return random_ingredients(random);
}

Pass pass_of(const Ingredients& made, const AttentionDevice* device) {
    return {made.configuration, made.parameters, made.batch, made.regime, nullptr, device};
}

/// How many attentions a model has.
int attentions(const Configuration& c) { return static_cast<int>(c.num_encoder_layers + 2 * c.num_decoder_layers); }

template <class T>
void check_same_numbers(const TensorOf<T>& a, const TensorOf<T>& b) {
    REQUIRE(a.layout().shape == b.layout().shape);
    for (Size i = 0; i < a.count(); ++i) {
        const Index index = index_of(a.layout(), i);
        const double x = view(a).at(index), y = view(b).at(index);
        CHECK(static_cast<float>(x) == static_cast<float>(y));
    }
}

}  // namespace

TEST_CASE("a run with a device has the numbers of one without, and scores and weights that are fetched") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        const Ingredients made = plain_ingredients(seed);
        OtherDevice other;
        const AttentionDevice device = other.function();
        Activations here, there;
        forward(pass_of(made, nullptr), here);
        forward(pass_of(made, nullptr), there);  // what was computed here before gives way
        forward(pass_of(made, &device), there);
        CHECK(other.asked == attentions(made.configuration));
        CHECK(are_fetched(there));
        CHECK_FALSE(are_fetched(here));
        const AttentionActivations& attention = there.encoder.layers[0].self_attn();
        for (const Tensor* grid : {&attention.scores, &attention.masked_scores, &attention.weights}) {
            CHECK(grid->fetched() != nullptr);
            CHECK(grid->data() == nullptr);
        }
        CHECK(attention.mask.data() != nullptr);
        visit_tensors([](const auto& a, const auto& b) { check_same_numbers(a, b); }, there, here);
        forward(pass_of(made, nullptr), there);
        CHECK(same_cells(there, here));
    }
}

TEST_CASE("what a device declines is computed here") {
    const Ingredients made = plain_ingredients(3);
    OtherDevice other{.declines = true};
    const AttentionDevice device = other.function();
    Activations here, there;
    forward(pass_of(made, nullptr), here);
    forward(pass_of(made, &device), there);
    CHECK(other.asked == attentions(made.configuration));
    CHECK(same_cells(there, here));
}

TEST_CASE("a device is not asked where something is altered or dropped, or the mask comes after the softmax") {
    Ingredients made = plain_ingredients(4);
    OtherDevice other;
    const AttentionDevice device = other.function();
    Activations a;
    Interventions interventions;
    interventions.silenced = {{.attention = "encoder.layers.0.self_attn", .head = 0}};
    forward({made.configuration, made.parameters, made.batch, {}, &interventions, &device}, a);
    made.regime.dropout = 0.5;
    forward(pass_of(made, &device), a);
    made.regime = {};
    made.regime.design.mask_after_softmax = true;
    forward(pass_of(made, &device), a);
    CHECK(other.asked == 0);
    CHECK_FALSE(are_fetched(a));

    made.regime = {};
    interventions.silenced.clear();  // then nothing is altered
    forward({made.configuration, made.parameters, made.batch, {}, &interventions, &device}, a);
    CHECK(other.asked == attentions(made.configuration));
}

TEST_CASE("gradients of a run whose weights are elsewhere are refused, and a rerun of it is a run of its own") {
    const Ingredients made = plain_ingredients(5);
    OtherDevice other;
    const AttentionDevice device = other.function();
    Activations here, there, again, d;
    Parameters d_parameters = make_parameters(made.configuration);
    forward(pass_of(made, nullptr), here);
    forward(pass_of(made, &device), there);
    CHECK_THROWS_AS(backward(pass_of(made, nullptr), there, {d, d_parameters}), Error);
    rerun({pass_of(made, &device), there}, pass_of(made, nullptr), again);
    CHECK(same_cells(again, here));
}

}  // namespace vitrine::attention_device_test
