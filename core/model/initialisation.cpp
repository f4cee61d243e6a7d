#include "core/model/initialisation.h"

#include <cmath>

#include "core/model/parameters.h"
#include "core/tensor/random.h"

namespace vitrine {

namespace {

void draw_uniform(Tensor& tensor, Random& random, double bound) {
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(bound * (2 * random.uniform() - 1));
}

void draw_normal(Tensor& tensor, Random& random) {
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(random.normal());
}

void draw_xavier(Tensor& matrix, Random& random) {
    draw_uniform(matrix, random, std::sqrt(6.0 / static_cast<double>(matrix.size(0) + matrix.size(1))));
}

/// The default of nn.Linear: weight and bias uniform within ±1/√inputs.
void draw_pytorch(LinearParameters& linear, Size inputs, Random& random) {
    const double bound = 1 / std::sqrt(static_cast<double>(inputs));
    draw_uniform(linear.weight, random, bound);
    draw_uniform(linear.bias, random, bound);
}

bool is_matrix(const Tensor& tensor) { return tensor.layout().rank == 2 && !tensor.empty(); }

void set_norm_gains(Parameters& parameters) {
    const auto one = [](LayerNormParameters& norm) { norm.weight.fill(1); };
    one(parameters.src_embedding_norm), one(parameters.tgt_embedding_norm), one(parameters.head_norm);
    for (StackParameters* stack : {&parameters.transformer.encoder, &parameters.transformer.decoder}) {
        one(stack->norm);
        for (LayerParameters& layer : stack->layers) one(layer.norm1), one(layer.norm2), one(layer.norm3);
    }
}

void draw_all_xavier(Parameters& parameters, Random& random) {
    visit_tensors(
        [&](Tensor& tensor) {
            if (is_matrix(tensor)) draw_xavier(tensor, random);
        },
        parameters);
}

void draw_all_pytorch(Parameters& parameters, const Configuration& c, Random& random) {
    draw_normal(parameters.src_embedding.weight, random);
    draw_normal(parameters.tgt_embedding.weight, random);
    draw_pytorch(parameters.src_embedding_projection, c.embedding_width(), random);
    draw_pytorch(parameters.tgt_embedding_projection, c.embedding_width(), random);
    draw_normal(parameters.src_positions.weight, random);
    draw_normal(parameters.tgt_positions.weight, random);
    draw_normal(parameters.segments.weight, random);
    draw_pytorch(parameters.head_dense, c.d_model, random);
    draw_pytorch(parameters.head_projection, c.d_model, random);
    draw_pytorch(parameters.fc_out, c.output_width(), random);
    draw_pytorch(parameters.classifier_dense, c.d_model, random);
    draw_pytorch(parameters.classifier_out, c.d_model, random);

    // nn.Transformer redraws its matrices by Xavier. Its feed-forward biases keep nn.Linear's default; those of attention are 0.
    const auto redraw = [&](Tensor& tensor) {
        if (is_matrix(tensor)) draw_xavier(tensor, random);
    };
    visit_tensors(redraw, parameters.transformer);
    visit_tensors(redraw, parameters.attention);
    for (StackParameters* stack : {&parameters.transformer.encoder, &parameters.transformer.decoder}) {
        for (LayerParameters& layer : stack->layers) {
            FeedForwardParameters& network = layer.feed_forward;
            draw_uniform(network.linear1.bias, random, 1 / std::sqrt(static_cast<double>(c.d_model)));
            draw_uniform(network.gate.bias, random, 1 / std::sqrt(static_cast<double>(c.d_model)));
            draw_uniform(network.linear2.bias, random, 1 / std::sqrt(static_cast<double>(network.linear2.weight.size(1))));
        }
    }
}

}  // namespace

Parameters initialise(const Configuration& configuration, const InitialisationOptions& options) {
    Parameters parameters = make_parameters(configuration);
    Random random(options.seed);
    set_norm_gains(parameters);
    if (options.kind == Initialisation::xavier) {
        draw_all_xavier(parameters, random);
    } else {
        draw_all_pytorch(parameters, configuration, random);
    }
    return parameters;
}

Tensor draw_positions(Size positions, Size width, std::uint64_t seed) {
    Tensor table{Axis::position, Axis::feature};
    table.resize({positions, width});
    Random random(seed);
    draw_normal(table, random);
    return table;
}

}  // namespace vitrine
