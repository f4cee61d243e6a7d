#include <algorithm>
#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "core/model/parameters.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"

namespace vitrine::initialisation_test {
using namespace vitrine::tests;

namespace {

/// Every optional tensor is there.
Configuration with_everything() {
    Configuration c;
    c.d_model = 12, c.nhead = 3, c.dim_feedforward = 40, c.num_encoder_layers = 2, c.num_decoder_layers = 2;
    c.src_vocab_size = 30, c.tgt_vocab_size = 20, c.max_positions = 50;
    c.d_embed = 15, c.embedding_norm = true, c.positions = PositionKind::learned;
    return c;
}

double largest(const Tensor& tensor) {
    double result = 0;
    for (Size i = 0; i < tensor.count(); ++i) result = std::max(result, std::abs(static_cast<double>(tensor.data()[i])));
    return result;
}

/// All numbers are within ±bound, and the largest is close to it, as it is for enough uniform numbers.
void check_uniform(const Tensor& tensor, double bound) {
    CHECK(largest(tensor) <= bound * (1 + 1e-6));
    CHECK(largest(tensor) > bound * (tensor.count() > 100 ? 0.9 : 0.3));
}

bool all(const Tensor& tensor, Scalar value) {
    return std::all_of(tensor.data(), tensor.data() + tensor.count(), [&](Scalar x) { return x == value; });
}

void for_each_norm(const Parameters& p, const std::function<void(const LayerNormParameters&)>& visit) {
    for (const auto* norm :
         {&p.src_embedding_norm, &p.tgt_embedding_norm, &p.transformer.encoder.norm, &p.transformer.decoder.norm})
        visit(*norm);
    for (const auto& layer : p.transformer.encoder.layers) visit(layer.norm1), visit(layer.norm2);
    for (const auto& layer : p.transformer.decoder.layers) visit(layer.norm1), visit(layer.norm2), visit(layer.norm3);
}

}  // namespace

TEST_CASE("Xavier draws every matrix within the root of 6 over rows plus columns and leaves biases 0") {
    const Parameters parameters = initialise(with_everything(), {.kind = Initialisation::xavier, .seed = 3});
    int norms = 0;
    for_each_norm(parameters, [&](const LayerNormParameters& norm) {
        CHECK(all(norm.weight, 1));
        ++norms;
    });
    CHECK(norms == 14);
    for_each_tensor(
        "",
        [](const std::string& name, const Tensor& tensor) {
            CAPTURE(name);
            if (tensor.layout().rank == 2 && !tensor.empty())
                check_uniform(tensor, std::sqrt(6.0 / static_cast<double>(tensor.size(0) + tensor.size(1))));
            if (name.ends_with("bias")) CHECK(all(tensor, 0));
        },
        parameters);
}

TEST_CASE("the first weights of a seed are pinned") {
    // √(6/12) · (2u − 1) with the uniform numbers u of seed 1, from Python.
    Configuration c;
    c.d_model = 6, c.nhead = 3, c.src_vocab_size = 6, c.tgt_vocab_size = 9;
    const Parameters parameters = initialise(c, {.kind = Initialisation::xavier, .seed = 1});
    const double expected[] = {0.2869748085548568, 0.02890174508659588, 0.10480128601704371, -0.15368456483438261};
    for (Size i = 0; i < 4; ++i) CHECK(parameters.src_embedding.weight.data()[i] == static_cast<Scalar>(expected[i]));
}

TEST_CASE("PyTorch's default draws normal embeddings, Xavier inside the stacks, and linear layers by their inputs") {
    const Configuration c = with_everything();
    const Parameters p = initialise(c, {.kind = Initialisation::pytorch, .seed = 4});
    for (const Tensor* table :
         {&p.src_embedding.weight, &p.tgt_embedding.weight, &p.src_positions.weight, &p.tgt_positions.weight}) {
        double squares = 0;
        for (Size i = 0; i < table->count(); ++i) squares += std::pow(static_cast<double>(table->data()[i]), 2);
        const double count = static_cast<double>(table->count());
        CHECK(std::abs(squares / count - 1) < 4 * std::sqrt(2 / count));
    }
    check_uniform(p.src_embedding_projection.weight, 1 / std::sqrt(15));
    check_uniform(p.tgt_embedding_projection.bias, 1 / std::sqrt(15));
    check_uniform(p.fc_out.weight, 1 / std::sqrt(12));
    check_uniform(p.fc_out.bias, 1 / std::sqrt(12));
    const auto& layer = p.transformer.decoder.layers[1];
    check_uniform(layer.multihead_attn.in_proj_weight, std::sqrt(6.0 / (36 + 12)));
    check_uniform(layer.self_attn.out_proj.weight, std::sqrt(6.0 / (12 + 12)));
    check_uniform(layer.feed_forward.linear1.weight, std::sqrt(6.0 / (40 + 12)));
    check_uniform(layer.feed_forward.linear1.bias, 1 / std::sqrt(12));
    check_uniform(layer.feed_forward.linear2.bias, 1 / std::sqrt(40));
    CHECK(all(layer.self_attn.in_proj_bias, 0));
    CHECK(all(layer.multihead_attn.out_proj.bias, 0));
    for_each_norm(p, [](const LayerNormParameters& norm) {
        CHECK(all(norm.weight, 1));
        CHECK(all(norm.bias, 0));
    });
}

TEST_CASE("a seed gives the same parameters again, another seed others") {
    for (const Initialisation kind : {Initialisation::xavier, Initialisation::pytorch}) {
        const auto first = initialise(with_everything(), {.kind = kind, .seed = 5});
        const auto again = initialise(with_everything(), {.kind = kind, .seed = 5});
        const auto other = initialise(with_everything(), {.kind = kind, .seed = 6});
        visit_tensors([](const Tensor& a, const Tensor& b) { CHECK(std::equal(a.data(), a.data() + a.count(), b.data())); }, first,
                      again);
        CHECK(first.fc_out.weight.data()[0] != other.fc_out.weight.data()[0]);
    }
}

TEST_CASE("tied tables are stored once, and what a model reads is the one that is left") {
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        const Configuration c = random_configuration(random);
        const Parameters p = initialise(c, {});
        CHECK(p.tgt_embedding.weight.empty() == c.ties_embeddings());
        CHECK(p.fc_out.weight.empty() == c.ties_output());
        CHECK(&p.target_table() == (c.ties_embeddings() ? &p.src_embedding.weight : &p.tgt_embedding.weight));
        CHECK(&p.output_weight() == (c.ties_output() ? &p.target_table() : &p.fc_out.weight));
    }
}

TEST_CASE("parameters have PyTorch's names and shapes") {
    const auto list = list_parameters(make_parameters(with_everything()));
    const auto shape_of = [&](const std::string& name) {
        const auto found = std::find_if(list.begin(), list.end(), [&](const ParameterView& view) { return view.name == name; });
        return found == list.end() ? "none" : shape_text(found->tensor.layout);
    };
    CHECK(shape_of("src_embedding.weight") == "30×15");
    CHECK(shape_of("src_embedding_projection.weight") == "12×15");
    CHECK(shape_of("tgt_positions.weight") == "50×12");
    CHECK(shape_of("transformer.encoder.layers.0.self_attn.in_proj_weight") == "36×12");
    CHECK(shape_of("transformer.decoder.layers.1.multihead_attn.out_proj.bias") == "12");
    CHECK(shape_of("transformer.decoder.layers.0.linear1.weight") == "40×12");
    CHECK(shape_of("transformer.decoder.norm.weight") == "12");
    CHECK(shape_of("fc_out.weight") == "20×12");
}

}  // namespace vitrine::initialisation_test
