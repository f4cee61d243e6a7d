#include "core/model/parameters.h"

#include <initializer_list>
#include <memory>
#include <stdexcept>

#include "core/model/parameter_bytes.h"
#include "core/model/sublayers.h"
#include "core/tensor/memory.h"

namespace vitrine {

namespace {

/// Gives every tensor of a configuration its shape, by `set`.
struct Shapes {
    const Configuration& c;
    void (*set)(Tensor& tensor, std::initializer_list<Size> shape);

    void linear(LinearParameters& linear, Size output, Size input) const {
        set(linear.weight, {output, input});
        if (c.bias) set(linear.bias, {output});
    }

    void norm(LayerNormParameters& norm) const {
        set(norm.weight, {c.d_model});
        if (c.bias) set(norm.bias, {c.d_model});
    }

    void projections(AttentionParameters& attention) const {
        set(attention.in_proj_weight, {3 * c.d_model, c.d_model});
        if (c.bias) set(attention.in_proj_bias, {3 * c.d_model});
    }

    void attention(AttentionParameters& attention) const {
        projections(attention);
        linear(attention.out_proj, c.d_model, c.d_model);
    }

    void feed_forward(FeedForwardParameters& network) const {
        linear(network.linear1, c.dim_feedforward, c.d_model);
        linear(network.linear2, c.d_model, c.dim_feedforward);
    }

    void stack(StackParameters& stack, Size layers, std::span<const SublayerKind> sublayers) const {
        stack.layers.resize(static_cast<std::size_t>(layers));
        for (LayerParameters& layer : stack.layers) {
            for (std::size_t i = 0; i < sublayers.size(); ++i) {
                if (sublayers[i] == SublayerKind::self_attention) attention(layer.self_attn);
                if (sublayers[i] == SublayerKind::cross_attention) attention(layer.multihead_attn);
                if (sublayers[i] == SublayerKind::feed_forward) feed_forward(layer.feed_forward);
                norm(layer.norm(i));
            }
        }
        if (c.final_norm) norm(stack.norm);
    }

    void embeddings(Parameters& p) const {
        set(p.src_embedding.weight, {c.src_vocab_size, c.embedding_width()});
        if (!c.ties_embeddings()) set(p.tgt_embedding.weight, {c.tgt_vocab_size, c.embedding_width()});
        if (c.d_embed) {
            linear(p.src_embedding_projection, c.d_model, *c.d_embed);
            linear(p.tgt_embedding_projection, c.d_model, *c.d_embed);
        }
        if (c.embedding_norm) {
            norm(p.src_embedding_norm);
            norm(p.tgt_embedding_norm);
        }
        if (c.positions == PositionKind::learned) {
            set(p.src_positions.weight, {c.max_positions, c.d_model});
            set(p.tgt_positions.weight, {c.max_positions, c.d_model});
        }
    }

    void output(Parameters& p) const {
        if (!c.ties_output()) set(p.fc_out.weight, {c.tgt_vocab_size, c.d_model});
        if (c.bias) set(p.fc_out.bias, {c.tgt_vocab_size});
    }

    Parameters parameters() const {
        Parameters p;
        if (!c.is_transformer()) {
            projections(p.attention);
            return p;
        }
        embeddings(p);
        stack(p.transformer.encoder, c.num_encoder_layers, encoder_sublayers);
        stack(p.transformer.decoder, c.num_decoder_layers, decoder_sublayers);
        output(p);
        return p;
    }
};

/// Cells of which there is only the shape.
class NoCells : public FetchedCells {
public:
    explicit NoCells(const Layout& layout) : layout_(layout) {}
    const Layout& layout() const override { return layout_; }
    void read(const Window&, float*) const override { throw std::logic_error("a parameter without numbers was read"); }
    bool is_recomputed() const override { return false; }

private:
    Layout layout_;
};

}  // namespace

Parameters make_parameters(const Configuration& c) {
    require_memory(parameter_bytes(c));  // of all of them, before any is taken
    Parameters p = Shapes{c, [](Tensor& tensor, auto shape) { tensor.resize(shape); }}.parameters();
    visit_tensors([](Tensor& tensor) { tensor.fill(0); }, p);
    return p;
}

Parameters parameter_shapes(const Configuration& c) {
    const auto set = [](Tensor& tensor, std::initializer_list<Size> shape) {
        tensor.fetch_from(std::make_shared<NoCells>(row_major(tensor.layout(), shape)));
    };
    return Shapes{c, set}.parameters();
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
