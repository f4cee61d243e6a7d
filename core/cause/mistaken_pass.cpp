#include "core/cause/mistaken_pass.h"

#include <cmath>
#include <optional>

#include "core/cause/sites.h"
#include "core/cause/variants.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/embedding.h"
#include "core/pass/layers.h"
#include "core/pass/transformer.h"

namespace vitrine {

namespace {

/// Ends a pass that is not needed any further.
struct Ended {};

/// "encoder.layers.0".
std::string layer_path(StackKind stack, std::size_t layer) {
    return (stack == StackKind::encoder ? "encoder.layers." : "decoder.layers.") + std::to_string(layer);
}

/// What a model is with these mistakes, as far as its description can say it. `where`: of a layer's sublayer or of a layer.
class MistakenDescription {
public:
    MistakenDescription(const Configuration& c, const MistakesMade& made) : model(describe(c)), made_(made) {
        alter(StackKind::encoder, model.encoder), alter(StackKind::decoder, model.decoder);
        alter("src", model.source), alter("tgt", model.target);
    }

    ModelDescription model;

private:
    void alter(StackKind kind, StackDescription& stack) const {
        for (std::size_t i = 0; i < stack.layers.size(); ++i) {
            const std::string layer = layer_path(kind, i);
            auto& sublayers = stack.layers[i].sublayers;
            for (std::size_t k = 0; k < sublayers.size(); ++k) {
                alter(layer, static_cast<int>(k) + 1, sublayers[k]);
                alter(layer + '.' + std::string(name(sublayers[k].kind)), sublayers[k].attention);
            }
        }
    }

    void alter(const std::string& layer, int number, SublayerDescription& of) const {
        const Mistake* missing = made_.find(CauseKind::residual_missing, layer);
        if (missing && (missing->variant == 0 || missing->variant == number)) of.residual = false;
        if (made_.has(CauseKind::norm_order, layer))
            of.norm_placement = of.norm_placement == NormPlacement::after ? NormPlacement::before : NormPlacement::after;
        if (made_.has(CauseKind::norm_inside, layer)) of.norm_placement = NormPlacement::inside;
        if (const Mistake* wrong = made_.find(CauseKind::activation_wrong, layer))
            of.feed_forward.activation = static_cast<ActivationKind>(wrong->variant);
    }

    void alter(const std::string& attention, AttentionDescription& of) const {
        if (made_.has(CauseKind::shared_attention, attention)) of.shares_parameters = true;
        if (made_.has(CauseKind::rotation_missing, attention)) of.rotation.reset();
        if (made_.has(CauseKind::position_bias_missing, attention)) of.position_bias.reset();
    }

    void alter(const std::string& side, EmbeddingDescription& of) const {
        if (made_.has(CauseKind::embedding_scaled, side)) of.scaled = true;
        if (made_.has(CauseKind::positions_missing, side)) of.positions = PositionKind::none;
    }

    const MistakesMade& made_;
};

/// Finds the parts of a model that have mistakes, and adds what replaces their operations.
class Sites {
public:
    Sites(const OurRun& run, const ModelDescription& model, const MistakesMade& made, HiddenRows hidden_rows, Activations& a,
          Replacements& to)
        : run_(run), p_(run.parameters), model_(model), made_(made), hidden_rows_(hidden_rows), a_(a), to_(to) {}

    void replace_all() {
        if (!run_.configuration.is_transformer()) return replace_alone();
        replace_in_side("src", model_.source, p_.src_positions.weight, a_.src);
        replace_in_side("tgt", model_.target, p_.tgt_positions.weight, a_.tgt);
        replace_in_stack(StackKind::encoder);
        replace_in_stack(StackKind::decoder);
        replace_in_loss();
    }

private:
    struct Stack {
        /// The input of a layer. The first layer's is named by the description, since nothing is computed yet.
        const Tensor& input(std::size_t layer) const {
            if (layer > 0) return layer_output(a.layers[layer - 1]);
            return embedding_description.norm ? embedding.normalized.output : embedding.sum;
        }

        StackKind kind;
        const StackDescription& description;
        const EmbeddingDescription& embedding_description;
        const StackParameters& parameters;
        StackActivations& a;
        EmbeddingActivations& embedding;
        const IndexTensor& tokens;
        std::int32_t pad;
    };

    Stack stack(StackKind kind) const {
        const Configuration& c = run_.configuration;
        if (kind == StackKind::encoder)
            return {kind, model_.encoder, model_.source, p_.transformer.encoder, a_.encoder, a_.src, run_.batch.src, c.pad_src};
        return {kind, model_.decoder, model_.target, p_.transformer.decoder, a_.decoder, a_.tgt, run_.batch.tgt, c.pad_tgt};
    }

    void replace_alone() {
        LoneAttentionActivations& a = a_.attention;
        replace_in_attention({"attention", model_.lone.attention, p_.attention, a.parts, a.query_input, a.key_input, a.value_input,
                              run_.batch.tgt, run_.batch.src, no_token},
                             made_, hidden_rows_, to_);
    }

    void replace_in_stack(StackKind kind) {
        const Stack of = stack(kind);
        for (std::size_t i = 0; i < of.a.layers.size(); ++i) replace_in_layer(of, i);
        if (!of.description.final_norm) return;
        const auto x = [of]() -> const Tensor& { return of.input(of.a.layers.size()); };
        replace_in_norm({kind == StackKind::encoder ? "encoder" : "decoder", 1, *of.description.final_norm, of.a.norm, x}, made_,
                        to_);
    }

    void replace_in_layer(const Stack& of, std::size_t layer) {
        const std::string path = layer_path(of.kind, layer);
        auto& sublayers = of.a.layers[layer].sublayers;
        const Tensor &of_stack = of.input(0), &of_layer = of.input(layer);
        const Tensor *x = &of_layer, *before = nullptr;
        for (std::size_t i = 0; i < sublayers.size(); ++i) {
            const SublayerDescription& description = of.description.layers[layer].sublayers[i];
            SublayerActivations& a = sublayers[i];
            const int number = static_cast<int>(i) + 1;
            replace_in_sublayer({path, number, description, a, *x, of_layer, of_stack, i > 0 ? &sublayers[i - 1] : nullptr, before},
                                made_, to_);
            const auto normalised = [&a, x, placement = description.norm_placement]() -> const Tensor& {
                if (placement == NormPlacement::inside) return sublayer_output(a);
                return placement == NormPlacement::before ? *x : a.residual;
            };
            replace_in_norm({path, number, description.norm, a.norm, normalised}, made_, to_);
            if (description.kind != SublayerKind::feed_forward)
                replace_in_attention_of(of, layer, description,
                                        description.norm_placement == NormPlacement::before ? a.norm.output : *x, a);
            before = x;
            x = &connected_output(a);
        }
    }

    void replace_in_attention_of(const Stack& of, std::size_t layer, const SublayerDescription& description, const Tensor& x,
                                 SublayerActivations& a) {
        const bool cross = description.kind == SublayerKind::cross_attention;
        const Tensor& read = cross ? a_.memory : x;
        const LayerParameters& p = of.parameters.layers[layer];
        const AttentionParameters& own = cross && !description.attention.shares_parameters ? p.multihead_attn : p.self_attn;
        replace_in_attention({layer_path(of.kind, layer) + '.' + std::string(name(description.kind)), description.attention, own,
                              a.attention, x, read, read, of.tokens, cross ? run_.batch.src : of.tokens, of.pad},
                             made_, hidden_rows_, to_);
    }

    void replace_in_side(const std::string& side, const EmbeddingDescription& description, const Tensor& table,
                         EmbeddingActivations& a) {
        if (made_.has(CauseKind::embedding_not_scaled, side)) {
            const bool projects = run_.configuration.d_embed.has_value();
            replace(
                a.scaled, [&a, projects](Tensor& scaled) { scaled = projects ? a.projected : a.embedding; }, to_);
        }
        replace_positions(side, description, table, a);
        if (!description.norm) return;
        replace_in_norm({side, 1, *description.norm, a.normalized, [&a]() -> const Tensor& { return a.sum; }}, made_, to_);
    }

    void replace_positions(const std::string& side, const EmbeddingDescription& description, const Tensor& table,
                           EmbeddingActivations& a) {
        const Mistake* offset = made_.find(CauseKind::positions_off_by_one, side);
        const bool in_halves = made_.has(CauseKind::positions_in_halves, side);
        if (!offset && !in_halves) return;
        const Size first = !offset ? 0 : static_cast<OffsetForm>(offset->variant) == OffsetForm::one_early ? -1 : 1;
        const Waves waves = in_halves ? Waves::sines_first : waves_of(description.positions);
        const Size row = run_.configuration.position_offset + first;
        const auto place = [&table, learned = description.positions == PositionKind::learned, first, row,
                            waves](Tensor& positions) {
            if (!learned) return sinusoidal_positions(positions, first, waves);
            for (Size i = 0; i < positions.size(0); ++i) {
                const Size from = std::clamp<Size>(row + i, 0, table.size(0) - 1);
                std::copy_n(&table.at({from, 0}), positions.size(1), &positions.at({i, 0}));
            }
        };
        replace(a.positions, place, to_);
    }

    void replace_in_loss() {
        if (!made_.has(CauseKind::loss_of_padding, side_of_loss(run_.configuration))) return;
        replace(
            a_.token_loss,
            [&a = a_](Tensor& loss) {
                cross_entropy_forward(a.logits, {a.labels, no_token}, loss);
            },
            to_);
        replace(
            a_.loss,
            [&a = a_](Tensor& loss) {
                mean_loss_forward(a.token_loss, {a.labels, no_token}, loss);
            },
            to_);
    }

    const OurRun& run_;
    const Parameters& p_;
    const ModelDescription& model_;
    const MistakesMade& made_;
    HiddenRows hidden_rows_;
    Activations& a_;
    Replacements& to_;
};

/// The batch with the labels that a mistaken loss has; nothing: they are right.
std::optional<Batch> mistaken_labels(const OurRun& run, const MistakesMade& made) {
    const Mistake* wrong = made.find(CauseKind::labels_not_shifted, side_of_loss(run.configuration));
    if (!wrong) return std::nullopt;
    Batch batch = run.batch;
    const bool twice = static_cast<LabelForm>(wrong->variant) == LabelForm::shifted_twice;
    for (Size b = 0; b < batch.labels.size(0); ++b) {
        for (Size i = 0; i < batch.labels.size(1); ++i) {
            const bool beyond = i + 1 == batch.labels.size(1);
            batch.labels.at({b, i}) = !twice   ? run.batch.tgt.at({b, i})
                                      : beyond ? run.configuration.pad_tgt
                                               : run.batch.labels.at({b, i + 1});
        }
    }
    return batch;
}

/// The names under which a tensor is shown. What dropout would be applied to is shown a second time, as what it would become.
std::vector<std::string> names_of(const std::string& path, const Configuration& c) {
    const std::size_t dot = path.rfind('.') + 1;
    const std::string part = path.substr(0, dot), name = path.substr(dot);
    if (name == "weights" || (name == "output" && part.ends_with("attn.")) || name == (c.gated ? "gated" : "activation"))
        return {path, part + "dropped_" + (name == "gated" ? "activation" : name)};
    if (name == "linear2") return {path, part + "dropped_output"};
    if (name == (c.embedding_norm ? "normalized" : "sum")) return {path, part + "dropped"};
    return {path};
}

}  // namespace

std::string side_of_loss(const Configuration& c) { return c.last_stack() == StackKind::encoder ? "src" : "tgt"; }

void MistakenPass::name_tensors() {
    const auto name = [&](const std::string& path, const auto& tensor) { names_[&tensor] = names_of(path, run_.configuration); };
    if (names_.empty()) for_each_tensor("", name, a_);
}

void MistakenPass::name_ends() {
    ends_.clear();
    for (const StackKind kind : {StackKind::encoder, StackKind::decoder}) {
        auto& layers = kind == StackKind::encoder ? a_.encoder.layers : a_.decoder.layers;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            for (std::size_t k = 0; k < layers[i].sublayers.size(); ++k)
                ends_[&connected_output(layers[i].sublayers[k])] = layer_path(kind, i) + ".end" + std::to_string(k + 1);
        }
    }
}

/// Shows a complete tensor by all of its names. Numbers that dropout has left are put in before. False: the pass is to end.
bool MistakenPass::show(Tensor& tensor, std::span<const Mistake> mistakes, const WatchTensor& watch) {
    const auto names = names_.find(&tensor);
    if (names == names_.end()) return true;
    for (const std::string& path : names->second) {
        for (const Mistake& mistake : mistakes) {
            if (mistake.path != path) continue;
            for (std::size_t i = 0; i < mistake.numbers->size(); ++i)
                tensor.at(index_of(tensor.layout(), static_cast<Size>(i))) = static_cast<Scalar>((*mistake.numbers)[i]);
        }
        if (!watch(path, view(tensor))) return false;
    }
    const auto end = ends_.find(&tensor);
    return end == ends_.end() || watch(end->second, view(tensor));
}

void MistakenPass::run(std::span<const Mistake> mistakes, const WatchTensor& watch, HiddenRows hidden_rows) {
    const MistakesMade made(mistakes);
    const MistakenDescription mistaken(run_.configuration, made);
    shape_stacks(mistaken.model, a_);
    name_tensors();
    name_ends();
    Replacements replacements;
    Sites(run_, mistaken.model, made, hidden_rows, a_, replacements).replace_all();
    replacements.complete = [&](Tensor& tensor) {
        if (!show(tensor, mistakes, watch)) throw Ended();
    };
    const std::optional<Batch> batch = mistaken_labels(run_, made);
    try {
        forward({run_.configuration, run_.parameters, batch ? *batch : run_.batch}, mistaken.model, replacements, a_);
    } catch (const Ended&) {
        // Nobody asks for the rest.
    }
}

}  // namespace vitrine
