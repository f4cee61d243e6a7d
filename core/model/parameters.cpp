#include "core/model/parameters.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>

#include "core/model/description.h"
#include "core/model/parameter_bytes.h"
#include "core/tensor/memory.h"

namespace vitrine {

namespace {

/// Gives every tensor of a configuration its shape, by `set`.
struct Shapes {
    const Configuration& c;
    std::function<void(Tensor& tensor, std::initializer_list<Size> shape)> set;

    void linear(LinearParameters& linear, Size output, Size input, bool bias) const {
        set(linear.weight, {output, input});
        if (bias) set(linear.bias, {output});
    }

    void norm(const NormDescription& of, Size width, LayerNormParameters& norm) const {
        if (of.options.has_gain) set(norm.weight, {width});
        if (of.bias) set(norm.bias, {width});
    }
    void norm(const NormDescription& of, LayerNormParameters& to) const { norm(of, c.d_model, to); }

    void projections(const AttentionDescription& of, AttentionParameters& attention) const {
        const Size rows = of.query_rows() + 2 * of.key_rows();
        set(attention.in_proj_weight, {rows, c.d_model});
        if (of.projection_bias) set(attention.in_proj_bias, {rows});
    }

    void attention(const AttentionDescription& of, AttentionParameters& attention) const {
        projections(of, attention);
        linear(attention.out_proj, c.d_model, of.query_rows(), of.output_bias);
        if (of.query_key_norm == QueryKeyNorm::none) return;
        const bool each = of.query_key_norm == QueryKeyNorm::each_head;
        norm(of.head_norm, each ? of.head_width : of.query_rows(), attention.query_norm);
        norm(of.head_norm, each ? of.head_width : of.key_rows(), attention.key_norm);
    }

    void feed_forward(const FeedForwardDescription& of, FeedForwardParameters& network) const {
        linear(network.linear1, of.width, c.d_model, of.bias);
        if (of.gated) linear(network.gate, of.width, c.d_model, of.bias);
        linear(network.linear2, c.d_model, of.width, of.bias);
    }

    void stack(const StackDescription& of, StackParameters& stack) const {
        stack.layers.resize(of.layers.size());
        for (std::size_t i = 0; i < of.layers.size(); ++i) {
            for (std::size_t k = 0; k < of.layers[i].sublayers.size(); ++k) {
                const SublayerDescription& one = of.layers[i].sublayers[k];
                sublayer(one, stack, stack.layers[i]);
                if (of.layers[i].has_norm(k)) norm(one.norm, stack.layers[i].norm(k));
                if (one.norm_placement == NormPlacement::around) norm(one.norm, stack.layers[i].post_norm(one.kind));
            }
        }
        if (of.final_norm) norm(*of.final_norm, stack.norm);
    }

    void sublayer(const SublayerDescription& of, StackParameters& stack, LayerParameters& layer) const {
        if (of.kind == SublayerKind::self_attention) attention(of.attention, layer.self_attn);
        if (of.kind == SublayerKind::cross_attention) attention(of.attention, layer.multihead_attn);
        if (of.kind == SublayerKind::feed_forward) feed_forward(of.feed_forward, layer.feed_forward);
        const auto& bias = of.attention.position_bias;  // all layers read one table
        if (bias) set(stack.relative_positions.weight, {bias->count, of.attention.heads});
    }

    struct Side {
        EmbeddingParameters& table;
        LinearParameters& projection;
        LayerNormParameters& norm;
        EmbeddingParameters& positions;
        Size words;
        bool has_table = true;
    };

    void embeddings(const EmbeddingDescription& of, const Side& side) const {
        if (side.has_table) set(side.table.weight, {side.words, c.embedding_width()});
        if (c.d_embed) linear(side.projection, c.d_model, *c.d_embed, c.has_embedding_projection_bias());
        if (of.norm) norm(*of.norm, side.norm);
        if (c.positions == PositionKind::learned) set(side.positions.weight, {c.position_offset + c.max_positions, c.d_model});
    }

    void output(Parameters& p) const {
        if (c.classes > 0) {
            linear(p.classifier_dense, c.d_model, c.d_model, c.bias);
            linear(p.classifier_out, c.classes, c.d_model, c.has_output_bias());
        }
        if (!c.logits) return;
        if (c.output_transform) {
            linear(p.head_dense, c.d_model, c.d_model, c.bias);
            norm({c.layer_norm_options(), c.has_norm_bias()}, p.head_norm);
        }
        if (c.project_output) linear(p.head_projection, *c.d_embed, c.d_model, c.has_embedding_projection_bias());
        if (!c.ties_output()) set(p.fc_out.weight, {c.output_vocabulary(), c.output_width()});
        if (c.has_output_bias()) set(p.fc_out.bias, {c.output_vocabulary()});
    }

    Parameters parameters() const {
        Parameters p;
        const ModelDescription model = describe(c);
        if (!c.is_transformer()) {
            projections(model.lone.attention, p.attention);
            return p;
        }
        if (c.has_encoder()) {
            embeddings(model.source,
                       {p.src_embedding, p.src_embedding_projection, p.src_embedding_norm, p.src_positions, c.src_vocab_size});
            stack(model.encoder, p.transformer.encoder);
        }
        if (c.has_decoder()) {
            const bool own_table = !c.has_encoder() || !c.ties_embeddings();
            embeddings(model.target, {p.tgt_embedding, p.tgt_embedding_projection, p.tgt_embedding_norm, p.tgt_positions,
                                      c.tgt_vocab_size, own_table});
            stack(model.decoder, p.transformer.decoder);
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

double parameter_count(const Configuration& c) {
    double count = 0;
    const auto add = [&count](Tensor&, std::initializer_list<Size> shape) {
        double numbers = 1;
        for (const Size size : shape) numbers *= static_cast<double>(size);
        count += numbers;
    };
    Shapes{c, add}.parameters();
    return count;
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
