#include "tests/core/import/disguise.h"

#include <numeric>

#include <nlohmann/json.hpp>

#include "core/tensor/random.h"

namespace vitrine::test {

namespace {

/// Attentions of a stack: our name, and whether it is the cross-attention.
std::vector<std::pair<std::string, bool>> attentions_of(const std::string& stack) {
    if (stack == "encoder") return {{"self_attn", false}};
    return {{"self_attn", false}, {"multihead_attn", true}};
}

/// The parts in which the disguises of a layer differ.
struct Dress {
    std::string layers;  ///< "encoder.layers" with {} for the stack
    std::function<void(Disguise&, const std::string& layer, const std::string& ours, bool cross)> attention;
    std::function<void(Disguise&, const std::string& layer, const std::string& ours)> feed_forward;
    std::function<std::string(const std::string& layer, int number, bool decoder)> norm;
    std::string final_norm = "norm";
    bool short_stacks = false;  ///< "enc" and "dec"
};

void dress_layers(const Dress& dress, const Configuration& c, Disguise& to) {
    for (const std::string stack : {"encoder", "decoder"}) {
        const std::string name = dress.short_stacks ? stack.substr(0, 3) : stack;
        const Size layers = stack == "encoder" ? c.num_encoder_layers : c.num_decoder_layers;
        for (Size i = 0; i < layers; ++i) {
            const std::string ours = "transformer." + stack + ".layers." + std::to_string(i) + ".";
            const std::string theirs = name + dress.layers + "." + std::to_string(i) + ".";
            for (const auto& [attention, cross] : attentions_of(stack)) dress.attention(to, theirs, ours + attention, cross);
            dress.feed_forward(to, theirs, ours);
            for (int n = 1; n <= (stack == "encoder" ? 2 : 3); ++n) {
                to.add_linear(dress.norm(theirs, n, stack == "decoder"), ours + "norm" + std::to_string(n));
            }
        }
        if (c.final_norm) to.add_linear(name + "." + dress.final_norm, "transformer." + stack + ".norm");
    }
}

std::string numbered_norm(const std::string& layer, int number, bool) { return layer + "ln" + std::to_string(number); }

void dress_outside(const std::string& source, const std::string& target, const std::string& output, Disguise& to) {
    to.add(source, to.ours("src_embedding.weight"));
    if (to.has("tgt_embedding.weight")) to.add(target, to.ours("tgt_embedding.weight"));
    if (to.has("fc_out.weight")) to.add(output + ".weight", to.ours("fc_out.weight"));
    if (to.has("fc_out.bias")) to.add(output + ".bias", to.ours("fc_out.bias"));
}

/// Calls visit(letter's number, weight, bias) for W_Q, W_K and W_V.
template <class Visit>
void for_each_projection(const Disguise& from, const std::string& ours, Visit&& visit) {
    const Array &weight = from.ours(ours + ".in_proj_weight"), &bias = from.ours(ours + ".in_proj_bias");
    const Size width = weight.shape[1];
    for (Size i = 0; i < 3; ++i) visit(static_cast<std::size_t>(i), weight.rows(i * width, width), bias.rows(i * width, width));
}

}  // namespace

Array Array::rows(Size first, Size count) const {
    Array part{shape, {}};
    part.shape[0] = count;
    const Size row = static_cast<Size>(numbers.size()) / shape[0];
    part.numbers.assign(numbers.begin() + first * row, numbers.begin() + (first + count) * row);
    return part;
}

Array Array::transposed() const { return permuted({1, 0}); }

Array Array::permuted(const std::vector<int>& axes) const {
    std::vector<Size> strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * shape[axis];
    Array to{{}, std::vector<float>(numbers.size())};
    for (const int axis : axes) to.shape.push_back(shape[static_cast<std::size_t>(axis)]);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Size rest = static_cast<Size>(i), from = 0;
        for (std::size_t axis = axes.size(); axis-- > 0;) {
            from += rest % to.shape[axis] * strides[static_cast<std::size_t>(axes[axis])];
            rest /= to.shape[axis];
        }
        to.numbers[i] = numbers[static_cast<std::size_t>(from)];
    }
    return to;
}

Disguise::Disguise(const Parameters& parameters) {
    for (const ParameterView& parameter : list_parameters(parameters)) {
        const Layout& layout = parameter.tensor.layout;
        Array array{{layout.shape.begin(), layout.shape.begin() + layout.rank}, {}};
        for (Size i = 0; i < layout.count(); ++i) array.numbers.push_back(static_cast<float>(parameter.tensor.at_offset(i)));
        ours_.emplace(parameter.name, array);
    }
}

void Disguise::add(const std::string& name, const Array& array) { tensors_.emplace_back(name, array); }

void Disguise::add_linear(const std::string& name, const std::string& our_name) {
    add(name + ".weight", ours(our_name + ".weight"));
    if (has(our_name + ".bias")) add(name + ".bias", ours(our_name + ".bias"));
}

ForeignWeights Disguise::weights() const {
    std::string bytes;
    for (const auto& [name, array] : tensors_)
        bytes.append(reinterpret_cast<const char*>(array.numbers.data()), array.numbers.size() * 4);
    ForeignWeights weights;
    const auto content = std::make_shared<const std::string>(std::move(bytes));
    weights.contents.push_back(content);
    std::size_t at = 0;
    for (const auto& [name, array] : tensors_) {
        const std::size_t size = array.numbers.size() * 4;
        weights.tensors.emplace_back(name, foreign({StoredType::f32, array.shape, {content->data() + at, size}}));
        at += size;
    }
    weights.index_names();
    return weights;
}

std::string Disguise::safetensors() const {
    nlohmann::ordered_json header;
    std::string bytes;
    for (const auto& [name, array] : tensors_) {
        const std::size_t begin = bytes.size();
        bytes.append(reinterpret_cast<const char*>(array.numbers.data()), array.numbers.size() * 4);
        header[name] = {{"dtype", "F32"}, {"shape", array.shape}, {"data_offsets", {begin, bytes.size()}}};
    }
    const std::string text = header.dump();
    const std::uint64_t length = text.size();
    return std::string(reinterpret_cast<const char*>(&length), 8) + text + bytes;
}

Configuration small_configuration() {
    Configuration c;
    c.d_model = 12, c.nhead = 3, c.num_encoder_layers = 2, c.num_decoder_layers = 2, c.dim_feedforward = 20;
    c.src_vocab_size = 11, c.tgt_vocab_size = 9;
    c.activation = ActivationKind::gelu;
    c.norm_placement = NormPlacement::before;
    c.pad_src = c.pad_tgt = 3;
    return c;
}

Parameters drawn(const Configuration& configuration) {
    Parameters parameters = make_parameters(configuration);
    Random random(7);
    visit_tensors(
        [&](Tensor& tensor) {
            for (Size i = 0; i < tensor.count(); ++i)
                tensor.data()[i] = static_cast<Scalar>(static_cast<float>(2 * random.uniform() - 1));
        },
        parameters);
    return parameters;
}

Disguise with_separate_projections(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.layers = ".layers";
    dress.final_norm = "layer_norm";
    dress.attention = [](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "encoder_attn" : "self_attn");
        const char* names[] = {".q_proj", ".k_proj", ".v_proj"};
        for_each_projection(d, ours, [&](std::size_t i, const Array& weight, const Array& bias) {
            d.add(name + names[i] + ".weight", weight);
            d.add(name + names[i] + ".bias", bias);
        });
        d.add_linear(name + ".out_proj", ours + ".out_proj");
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        d.add_linear(layer + "fc1", ours + "linear1");
        d.add_linear(layer + "fc2", ours + "linear2");
    };
    dress.norm = [](const std::string& layer, int number, bool decoder) {
        if (number == 1) return layer + "self_attn_layer_norm";
        return layer + (decoder && number == 2 ? "encoder_attn_layer_norm" : "final_layer_norm");
    };
    dress_layers(dress, c, to);
    dress_outside("encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head", to);
    return to;
}

Disguise annotated(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.layers = ".layers";
    dress.attention = [](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "src_attn" : "self_attn") + ".linears.";
        for_each_projection(d, ours, [&](std::size_t i, const Array& weight, const Array& bias) {
            d.add(name + std::to_string(i) + ".weight", weight);
            d.add(name + std::to_string(i) + ".bias", bias);
        });
        d.add_linear(name + "3", ours + ".out_proj");
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        d.add_linear(layer + "feed_forward.w_1", ours + "linear1");
        d.add_linear(layer + "feed_forward.w_2", ours + "linear2");
    };
    dress.norm = [](const std::string& layer, int number, bool) {
        return layer + "sublayer." + std::to_string(number - 1) + ".norm";
    };
    dress_layers(dress, c, to);
    dress_outside("src_embed.0.lut.weight", "tgt_embed.0.lut.weight", "generator.proj", to);
    return to;
}

Disguise bare_in_out(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.short_stacks = true;
    dress.attention = [](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "cross." : "attn.");
        const char* letters[] = {"Q", "K", "V"};
        for_each_projection(d, ours, [&](std::size_t i, const Array& weight, const Array& bias) {
            d.add(name + "W_" + letters[i], weight.transposed());
            d.add(name + "b_" + letters[i], bias);
        });
        d.add(name + "W_O", d.ours(ours + ".out_proj.weight").transposed());
        d.add(name + "b_O", d.ours(ours + ".out_proj.bias"));
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        for (const char* number : {"1", "2"}) {
            d.add(layer + "ffn.W" + number, d.ours(ours + "linear" + number + ".weight").transposed());
            d.add(layer + "ffn.b" + number, d.ours(ours + "linear" + number + ".bias"));
        }
    };
    dress.norm = numbered_norm;
    dress_layers(dress, c, to);
    to.add("src_table", to.ours("src_embedding.weight"));
    to.add("tgt_table", to.ours("tgt_embedding.weight"));
    to.add("W_out", to.ours("fc_out.weight").transposed());
    to.add("b_out", to.ours("fc_out.bias"));
    return to;
}

Disguise by_einsum(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.layers = ".blocks";
    const Size heads = c.nhead, head = c.head_width(), width = c.d_model;
    dress.attention = [=](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "cross_attention." : "self_attention.");
        const char* letters[] = {"q", "k", "v"};
        for_each_projection(d, ours, [&](std::size_t i, const Array& weight, const Array& bias) {
            d.add(name + "w_" + letters[i], weight.reshaped({heads, head, width}).permuted({2, 0, 1}));
            d.add(name + "b_" + letters[i], bias.reshaped({heads, head}));
        });
        d.add(name + "w_o", d.ours(ours + ".out_proj.weight").reshaped({width, heads, head}).permuted({1, 2, 0}));
        d.add(name + "b_o", d.ours(ours + ".out_proj.bias"));
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        d.add_linear(layer + "mlp.up", ours + "linear1");
        d.add_linear(layer + "mlp.down", ours + "linear2");
    };
    dress.norm = numbered_norm;
    dress_layers(dress, c, to);
    dress_outside("src_embed.weight", "tgt_embed.weight", "head", to);
    return to;
}

Disguise one_matrix_per_head(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.layers = ".blocks";
    const Size heads = c.nhead, head = c.head_width();
    dress.attention = [=](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "ca" : "sa");
        const char* names[] = {".query", ".key", ".value"};
        for_each_projection(d, ours, [&](std::size_t i, const Array& weight, const Array& bias) {
            for (Size h = 0; h < heads; ++h) {
                const std::string of_head = name + ".heads." + std::to_string(h) + names[i];
                d.add(of_head + ".weight", weight.rows(h * head, head));
                d.add(of_head + ".bias", bias.rows(h * head, head));
            }
        });
        d.add_linear(name + ".proj", ours + ".out_proj");
        d.add(name + ".tril", {{2, 2}, {1, 0, 1, 1}});
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        d.add_linear(layer + "ffwd.net.0", ours + "linear1");
        d.add_linear(layer + "ffwd.net.2", ours + "linear2");
    };
    dress.norm = numbered_norm;
    dress.final_norm = "ln_f";
    dress_layers(dress, c, to);
    dress_outside("src_token_embedding_table.weight", "tgt_token_embedding_table.weight", "lm_head", to);
    return to;
}

Disguise packed_by_heads(const Parameters& parameters, const Configuration& c) {
    Disguise to(parameters);
    Dress dress;
    dress.layers = "_layers";
    const Size heads = c.nhead, head = c.head_width(), width = c.d_model;
    dress.attention = [=](Disguise& d, const std::string& layer, const std::string& ours, bool cross) {
        const std::string name = layer + (cross ? "cross_attn" : "self_attn");
        const Array &weight = d.ours(ours + ".in_proj_weight"), &bias = d.ours(ours + ".in_proj_bias");
        d.add(name + ".qkv.weight", weight.reshaped({3, heads, head, width}).permuted({1, 0, 2, 3}).reshaped({3 * width, width}));
        d.add(name + ".qkv.bias", bias.reshaped({3, heads, head}).permuted({1, 0, 2}).reshaped({3 * width}));
        d.add_linear(name + ".out", ours + ".out_proj");
    };
    dress.feed_forward = [](Disguise& d, const std::string& layer, const std::string& ours) {
        d.add_linear(layer + "ffn.0", ours + "linear1");
        d.add_linear(layer + "ffn.3", ours + "linear2");
    };
    dress.norm = [](const std::string& layer, int number, bool) { return layer + "norm" + std::to_string(number); };
    dress.final_norm = "final_norm";
    dress_layers(dress, c, to);
    dress_outside("source_embedding.weight", "target_embedding.weight", "projection", to);
    return to;
}

}  // namespace vitrine::test
