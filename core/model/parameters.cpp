#include "core/model/parameters.h"

namespace vitrine {

namespace {

void size_linear(LinearParameters& linear, Size output, Size input, bool bias) {
    linear.weight.resize({output, input});
    if (bias) linear.bias.resize({output});
}

void size_norm(LayerNormParameters& norm, const Configuration& c) {
    norm.weight.resize({c.d_model});
    if (c.bias) norm.bias.resize({c.d_model});
}

void size_attention(AttentionParameters& attention, const Configuration& c) {
    attention.in_proj_weight.resize({3 * c.d_model, c.d_model});
    if (c.bias) attention.in_proj_bias.resize({3 * c.d_model});
    size_linear(attention.out_proj, c.d_model, c.d_model, c.bias);
}

template <class Layer>
void size_feed_forward(Layer& layer, const Configuration& c) {
    size_linear(layer.linear1, c.dim_feedforward, c.d_model, c.bias);
    size_linear(layer.linear2, c.d_model, c.dim_feedforward, c.bias);
}

void size_stacks(StacksParameters& stacks, const Configuration& c) {
    stacks.encoder.layers.resize(static_cast<std::size_t>(c.num_encoder_layers));
    for (auto& layer : stacks.encoder.layers) {
        size_attention(layer.self_attn, c);
        size_feed_forward(layer, c);
        for (auto* norm : {&layer.norm1, &layer.norm2}) size_norm(*norm, c);
    }
    stacks.decoder.layers.resize(static_cast<std::size_t>(c.num_decoder_layers));
    for (auto& layer : stacks.decoder.layers) {
        size_attention(layer.self_attn, c);
        size_attention(layer.multihead_attn, c);
        size_feed_forward(layer, c);
        for (auto* norm : {&layer.norm1, &layer.norm2, &layer.norm3}) size_norm(*norm, c);
    }
    if (c.final_norm) {
        size_norm(stacks.encoder.norm, c);
        size_norm(stacks.decoder.norm, c);
    }
}

void size_embeddings(Parameters& p, const Configuration& c) {
    p.src_embedding.weight.resize({c.src_vocab_size, c.embedding_width()});
    if (!c.ties_embeddings()) p.tgt_embedding.weight.resize({c.tgt_vocab_size, c.embedding_width()});
    if (c.d_embed) {
        size_linear(p.src_embedding_projection, c.d_model, *c.d_embed, c.bias);
        size_linear(p.tgt_embedding_projection, c.d_model, *c.d_embed, c.bias);
    }
    if (c.embedding_norm) {
        size_norm(p.src_embedding_norm, c);
        size_norm(p.tgt_embedding_norm, c);
    }
    if (c.positions == PositionKind::learned) {
        p.src_positions.weight.resize({c.max_positions, c.d_model});
        p.tgt_positions.weight.resize({c.max_positions, c.d_model});
    }
}

}  // namespace

Parameters make_parameters(const Configuration& c) {
    Parameters p;
    size_embeddings(p, c);
    size_stacks(p.transformer, c);
    if (!c.ties_output()) p.fc_out.weight.resize({c.tgt_vocab_size, c.d_model});
    if (c.bias) p.fc_out.bias.resize({c.tgt_vocab_size});
    visit_tensors([](Tensor& tensor) { tensor.fill(0); }, p);
    return p;
}

std::vector<ParameterView> list_parameters(const Parameters& parameters) {
    std::vector<ParameterView> list;
    for_each_tensor(
        "",
        [&](const std::string& name, const Tensor& tensor) {
            if (!tensor.empty()) list.push_back({name, view(tensor)});
        },
        parameters);
    return list;
}

}  // namespace vitrine
