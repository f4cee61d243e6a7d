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

    void linear(LinearParameters& linear, Size output, Size input, bool bias) const {
        set(linear.weight, {output, input});
        if (bias) set(linear.bias, {output});
    }

    void norm(LayerNormParameters& norm) const {
        set(norm.weight, {c.d_model});
        if (c.has_norm_bias()) set(norm.bias, {c.d_model});
    }

    void projections(AttentionParameters& attention, StackKind stack) const {
        const Size rows = (c.heads(stack) + 2 * c.key_heads(stack)) * c.head_width(stack);
        set(attention.in_proj_weight, {rows, c.d_model});
        if (c.has_projection_bias()) set(attention.in_proj_bias, {rows});
    }

    void attention(AttentionParameters& attention, StackKind stack) const {
        projections(attention, stack);
        linear(attention.out_proj, c.d_model, c.heads(stack) * c.head_width(stack), c.has_attention_output_bias());
    }

    void feed_forward(FeedForwardParameters& network, Size width) const {
        linear(network.linear1, width, c.d_model, c.has_feed_forward_bias());
        if (c.gated) linear(network.gate, width, c.d_model, c.has_feed_forward_bias());
        linear(network.linear2, c.d_model, width, c.has_feed_forward_bias());
    }

    void stack(StackParameters& stack, StackKind kind) const {
        const std::span<const SublayerKind> sublayers = sublayers_of(c, kind);
        stack.layers.resize(static_cast<std::size_t>(c.layers(kind)));
        for (LayerParameters& layer : stack.layers) {
            for (std::size_t i = 0; i < sublayers.size(); ++i) {
                if (sublayers[i] == SublayerKind::self_attention) attention(layer.self_attn, kind);
                if (sublayers[i] == SublayerKind::cross_attention) attention(layer.multihead_attn, kind);
                if (sublayers[i] == SublayerKind::feed_forward) feed_forward(layer.feed_forward, c.hidden_width(kind));
                norm(layer.norm(i));
            }
        }
        if (c.final_norm) norm(stack.norm);
        if (c.positions == PositionKind::relative) set(stack.relative_positions.weight, {c.relative_buckets, c.heads(kind)});
    }

    struct Side {
        EmbeddingParameters& table;
        LinearParameters& projection;
        LayerNormParameters& norm;
        EmbeddingParameters& positions;
        Size words;
        bool has_table = true;
    };

    void embeddings(const Side& side) const {
        if (side.has_table) set(side.table.weight, {side.words, c.embedding_width()});
        if (c.d_embed) linear(side.projection, c.d_model, *c.d_embed, c.bias);
        if (c.embedding_norm) norm(side.norm);
        if (c.positions == PositionKind::learned) set(side.positions.weight, {c.position_offset + c.max_positions, c.d_model});
    }

    void output(Parameters& p) const {
        if (!c.logits) return;
        if (c.output_transform) {
            linear(p.head_dense, c.d_model, c.d_model, c.bias);
            norm(p.head_norm);
        }
        if (!c.ties_output()) set(p.fc_out.weight, {c.output_vocabulary(), c.d_model});
        if (c.has_output_bias()) set(p.fc_out.bias, {c.output_vocabulary()});
    }

    Parameters parameters() const {
        Parameters p;
        if (!c.is_transformer()) {
            projections(p.attention, StackKind::encoder);
            return p;
        }
        if (c.has_encoder()) {
            embeddings({p.src_embedding, p.src_embedding_projection, p.src_embedding_norm, p.src_positions, c.src_vocab_size});
            stack(p.transformer.encoder, StackKind::encoder);
        }
        if (c.has_decoder()) {
            const bool own_table = !c.has_encoder() || !c.ties_embeddings();
            embeddings(
                {p.tgt_embedding, p.tgt_embedding_projection, p.tgt_embedding_norm, p.tgt_positions, c.tgt_vocab_size, own_table});
            stack(p.transformer.decoder, StackKind::decoder);
        }
        if (c.segment_kinds > 0) set(p.segments.weight, {c.segment_kinds, c.d_model});
        output(p);
        return p;
    }
};

/// Cells of a tensor that has a shape but no numbers.
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
    require_memory(parameter_bytes(c));  // for all parameters together, before any of their memory is taken
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
