/// Layers that differ from one another.

#include "core/model/description.h"

#include <doctest/doctest.h>

#include "core/pass/layers.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/counted.h"

namespace vitrine::description_test {
using namespace vitrine::tests;

namespace {

/// A model whose layers are those of several designs: layer i of either stack is that of design i.
ModelDescription mixed(const Configuration& c, const std::vector<Design>& designs) {
    ModelDescription model = describe(c);
    for (std::size_t i = 0; i < designs.size(); ++i) {
        const ModelDescription alike = describe(c, designs[i]);
        if (i < model.encoder.layers.size()) model.encoder.layers[i] = alike.encoder.layers[i];
        if (i < model.decoder.layers.size()) model.decoder.layers[i] = alike.decoder.layers[i];
    }
    return model;
}

/// The input of a layer.
Tensor& input_of(std::size_t layer, StackActivations& stack, EmbeddingActivations& embedding, const Configuration& c) {
    if (layer > 0) return layer_output(stack.layers[layer - 1]);
    return c.embedding_norm ? embedding.normalized.output : embedding.sum;
}

Replacement copy_of(const Tensor& from) {
    return [&from](Tensor& result) { result = from; };
}

}  // namespace

TEST_CASE("each layer computes what its own description says, whatever the others are") {
    const Counted checks(150);
    Random random(31);
    for (int trial = 0; trial < 50; ++trial) {
        const Configuration c = trial % 2 == 0 ? random_configuration(random) : random_family(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        const Pass pass{c, parameters, batch};
        std::vector<Design> designs;
        for (Size i = 0; i < std::max(c.num_encoder_layers, c.num_decoder_layers); ++i) designs.push_back(random_design(c, random));
        Activations a;
        const ModelDescription model = mixed(c, designs);
        shape_stacks(model, a);
        forward(pass, model, {}, a);

        // In a model whose layers are all like this one, the layer computes the same from the same input.
        for (std::size_t i = 0; i < designs.size(); ++i) {
            const ModelDescription alike = describe(c, designs[i]);
            Activations other;
            shape_stacks(alike, other);
            Replacements given;
            given.of[&other.memory] = copy_of(a.memory);
            if (i < a.encoder.layers.size())
                given.of[&input_of(i, other.encoder, other.src, c)] = copy_of(input_of(i, a.encoder, a.src, c));
            if (i < a.decoder.layers.size())
                given.of[&input_of(i, other.decoder, other.tgt, c)] = copy_of(input_of(i, a.decoder, a.tgt, c));
            forward(pass, alike, given, other);
            if (i < a.encoder.layers.size()) CHECK(same_cells(other.encoder.layers[i], a.encoder.layers[i]));
            if (i < a.decoder.layers.size()) CHECK(same_cells(other.decoder.layers[i], a.decoder.layers[i]));
        }
    }
}

TEST_CASE("a model's own description, without replacements, gives what forward gives") {
    Random random(32);
    for (int trial = 0; trial < 30; ++trial) {
        const Configuration c = random_family(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        const Pass pass{c, parameters, batch, {.design = random_design(c, random)}};
        Activations whole, described;
        forward(pass, whole);
        const ModelDescription model = describe(c, pass.regime.design);
        shape_stacks(model, described);
        forward(pass, model, {}, described);
        CHECK(same_cells(whole, described));
    }
}

}  // namespace vitrine::description_test
