#include "core/cause/sites.h"

#include <algorithm>

#include "core/cause/variants.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/embedding.h"
#include "core/pass/layers.h"

namespace vitrine {

std::string side_of_loss(const Configuration& c) { return c.last_stack() == StackKind::encoder ? "src" : "tgt"; }

namespace {

/// Finds the parts of a model that have mistakes, and adds what replaces their operations.
class Sites {
public:
    Sites(const MistakenRun& run, Activations& a, Replacements& to)
        : run_(run.run), p_(run_.parameters), model_(run.model), made_(run.made), hidden_rows_(run.hidden_rows), a_(a), to_(to) {}

    void replace_all() {
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

    void replace_in_stack(StackKind kind) {
        const Stack of = stack(kind);
        for (std::size_t i = 0; i < of.a.layers.size(); ++i) replace_in_layer(of, i);
        if (!of.description.final_norm) return;
        const auto x = [of]() -> const Tensor& { return of.input(of.a.layers.size()); };
        replace_in_norm({std::string(name(kind)), 1, of.description.final_norm->options, of.a.norm, x}, made_, to_);
    }

    void replace_in_layer(const Stack& of, std::size_t layer) {
        const std::string path = layer_path(of.kind, layer);
        auto& sublayers = of.a.layers[layer].sublayers;
        const Tensor &of_stack = of.input(0), &of_layer = of.input(layer);
        const Tensor *x = &of_layer, *before = nullptr;
        const LayerDescription& layer_description = of.description.layers[layer];
        for (std::size_t i = 0; i < sublayers.size(); ++i) {
            const SublayerDescription& description = of.description.layers[layer].sublayers[i];
            SublayerActivations& a = sublayers[i];
            const int number = static_cast<int>(i) + 1;
            replace_in_sublayer({path, number, description, a, *x, of_layer, of_stack, i > 0 ? &sublayers[i - 1] : nullptr, before},
                                made_, to_);
            const auto normalised = [&a, x, placement = description.norm_placement]() -> const Tensor& {
                if (placement == NormPlacement::inside) return sublayer_output(a);
                return placement == NormPlacement::after ? a.residual : *x;
            };
            const Tensor& normed = layer_description.has_norm(i) ? a.norm.output : sublayers[0].norm.output;
            replace_in_norm({path, number, description.norm.options, a.norm, normalised}, made_, to_);
            const int post_norm = static_cast<int>(layer_description.norms()) + number;
            const auto given = [&a]() -> const Tensor& { return sublayer_output(a); };
            replace_in_norm({path, post_norm, description.norm.options, a.post_norm, given}, made_, to_);
            if (description.kind != SublayerKind::feed_forward)
                replace_in_attention_of(of, layer, description, is_normed_before(description.norm_placement) ? normed : *x, a);
            if (layer_description.is_parallel()) continue;  // all read the layer's input
            before = x;
            x = &connected_output(a);
        }
    }

    void replace_in_attention_of(const Stack& of, std::size_t layer, const SublayerDescription& description, const Tensor& x,
                                 SublayerActivations& a) {
        const bool cross = description.kind == SublayerKind::cross_attention;
        const Tensor& read = cross ? a_.memory : x;
        const AttentionParameters& own = parameters_of(description, of.parameters.layers[layer]);
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
        replace_in_norm({side, 1, description.norm->options, a.normalized, [&a]() -> const Tensor& { return a.sum; }}, made_, to_);
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

}  // namespace

void replace_in_all(const MistakenRun& run, Activations& a, Replacements& to) { Sites(run, a, to).replace_all(); }

}  // namespace vitrine
