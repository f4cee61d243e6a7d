#include "core/cause/formula.h"

#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/cause/hypotheses.h"
#include "core/cause/variants.h"

namespace vitrine {

namespace {

/// "−∞", or the number that masked scores get instead.
std::string hidden_text(const Configuration& c) {
    if (!c.mask_value) return "−∞";
    return *c.mask_value < 0 ? fmt::format("−{:g}", -*c.mask_value) : fmt::format("{:g}", *c.mask_value);
}

/// The condition under which a key is visible to a query: padding, causal, both, or everything if both texts are empty.
std::string masked_by(const std::string& padding, const std::string& causal, const Configuration& c) {
    if (padding.empty() && causal.empty()) return "masked[q,k] = scores[q,k]";
    const std::string both = padding + (padding.empty() || causal.empty() ? "" : " and ") + causal;
    return fmt::format("masked[q,k] = scores[q,k] where {}, else {}", both, hidden_text(c));
}

CauseFormula mask_formula(const Mistake& mistake, const OurRun& run) {
    const Configuration& c = run.configuration;
    const MaskOptions mask = attention_at(mistake.where, c).mask;
    const std::string causal = mask.causal ? "k ≤ q" : "", padding = mask.pad != no_token ? "k is not padding" : "";
    const std::string right = masked_by(padding, causal, c);
    switch (mistake.kind) {
        case CauseKind::no_causal_mask:
            return {right, masked_by(padding, "", c)};
        case CauseKind::causal_mask_shifted:
            return {right,
                    masked_by(padding, static_cast<CausalForm>(mistake.variant) == CausalForm::hides_itself ? "k < q" : "k ≤ q + 1",
                              c)};
        case CauseKind::no_padding_mask:
            return {right, masked_by("", causal, c)};
        case CauseKind::mask_on_queries:
            return {right, static_cast<QueryMaskForm>(mistake.variant) == QueryMaskForm::padding
                               ? masked_by("q is not padding", causal, c)
                               : masked_by(padding.empty() ? "" : "q is not padding", causal.empty() ? "" : "q ≤ k", c)};
        case CauseKind::mask_inverted:
            switch (static_cast<InvertedForm>(mistake.variant)) {
                case InvertedForm::padding:
                    return {right, masked_by("k is padding", causal, c)};
                case InvertedForm::causal:
                    return {right, masked_by(padding, "k > q", c)};
                default:
                    return {right, causal.empty() ? masked_by("k is padding", "", c) : masked_by("k is padding or k > q", "", c)};
            }
        default:
            break;
    }
    if (mistake.variant >= memory_mask_shift)
        return {right, masked_by(fmt::format("k is not padding in the sentence {} before", mistake.variant - memory_mask_shift + 1),
                                 causal, c)};
    static constexpr std::array others{"k is not padding in the target", "", "k is not padding in the first sentence"};
    return {right, masked_by(others[static_cast<std::size_t>(mistake.variant)], causal, c)};
}

/// "x W_Kᵀ + b_K".
std::string projected(char letter, const Configuration& c) {
    return fmt::format("x W_{0}ᵀ{1}", letter, c.has_projection_bias() ? fmt::format(" + b_{}", letter) : "");
}

CauseFormula attention_formula(const Mistake& mistake, const OurRun& run) {
    const Configuration& c = run.configuration;
    const AttentionDescription attention = attention_at(mistake.where, c);
    const double d = attention.scaled_width();
    const std::string by_layer = attention.divisor.layer > 1 ? fmt::format(" / {}", attention.divisor.layer) : "";
    const std::string scores = fmt::format("scores = Q Kᵀ / √{:g}{}", d, by_layer), bias = attention.output_bias ? " + b_O" : "";
    switch (mistake.kind) {
        case CauseKind::scores_not_divided:
            return {scores, "scores = Q Kᵀ" + by_layer};
        case CauseKind::divided_by_sqrt_d_model:
            return {scores, fmt::format("scores = Q Kᵀ / √{}{}", c.d_model, by_layer)};
        case CauseKind::divided_by_width:
            return {scores, fmt::format("scores = Q Kᵀ / {:g}{}", d, by_layer)};
        case CauseKind::mask_before_scaling:
            return {fmt::format("masked = mask(Q Kᵀ / √{:g})", d), fmt::format("masked = mask(Q Kᵀ) / √{:g}", d)};
        case CauseKind::mask_scaled:
            return {"hidden by " + hidden_text(c), fmt::format("hidden by {} / √{:g}", hidden_text(c), d)};
        case CauseKind::mask_after_softmax:
            return {"weights = softmax(mask(scores))", "weights = mask(softmax(scores))"};
        case CauseKind::softmax_wrong_axis: {
            static constexpr std::array axes{"queries", "heads", "sentences"};
            return {
                "weights = exp(masked) / Σ exp(masked) over the keys",
                fmt::format("weights = exp(masked) / Σ exp(masked) over the {}", axes[static_cast<std::size_t>(mistake.variant)])};
        }
        case CauseKind::key_value_swapped:
            return {fmt::format("K = {}, V = {}", projected('K', c), projected('V', c)),
                    fmt::format("K = {}, V = {}", projected('V', c), projected('K', c))};
        case CauseKind::query_key_swapped:
            return {"scores[q,k] = Q[q] · K[k], …", "scores[q,k] = K[q] · Q[k], …"};
        case CauseKind::heads_split_wrong: {
            static constexpr std::array parts{"Q, K, V", "Q", "K", "V"};
            const char* part = parts[static_cast<std::size_t>(mistake.variant)];
            return {fmt::format("{}: B L D → B L H d → B H L d", part), fmt::format("{}: B L D → B H L d", part)};
        }
        case CauseKind::heads_merged_wrong:
            return {"merged: B H L d → B L H d → B L D", static_cast<MergeForm>(mistake.variant) == MergeForm::not_transposed
                                                             ? "merged: B H L d → B L D"
                                                             : "merged: B H L d → B L d H → B L D"};
        case CauseKind::output_projection_transposed:
            return {"output = merged W_Oᵀ" + bias, "output = merged W_O" + bias};
        case CauseKind::output_projection_missing:
            return {"output = merged W_Oᵀ" + bias, "output = merged"};
        case CauseKind::rotation_missing:
            return {"scores of Q and K turned by their positions", "scores of Q and K as projected"};
        case CauseKind::position_bias_missing:
            return {"masked = mask(scores + bias[k − q])", "masked = mask(scores)"};
        case CauseKind::head_norm_missing:
            return {"scores of norm(Q) and norm(K)", "scores of Q and K as projected"};
        case CauseKind::scores_cap_missing:
            return {fmt::format("masked = mask({0:g} · tanh(scores / {0:g}))", *attention.scores_cap), "masked = mask(scores)"};
        case CauseKind::window_missing:
            return {fmt::format("hidden where k ≤ q − {}", *attention.mask.window), "hidden by no window"};
        case CauseKind::shared_attention:
            return {"W_Q, W_K, W_V, W_O of cross_attn", "W_Q, W_K, W_V, W_O of self_attn"};
        default:
            return mask_formula(mistake, run);
    }
}

/// What a wrong residual connection adds the sublayer to.
std::string other_source(ResidualSource source, const std::string& norm) {
    switch (source) {
        case ResidualSource::layer:
            return "the layer's input";
        case ResidualSource::normed:
            return norm + "(x)";
        case ResidualSource::residual:
            return "the sum before x's " + norm;
        case ResidualSource::before:
            return "the input of the sublayer before";
        default:
            return "the first layer's input";
    }
}

/// "(x − mean) / √(variance + ε), variance = Σ (x − mean)² / D". Of RMSNorm: "x / √(mean of x² + ε)".
std::string normed(bool inside, bool by_all, bool rms) {
    if (rms) return inside ? "x / √(mean of x² + ε)" : "x / (√(mean of x²) + ε)";
    return fmt::format("(x − mean) / {}, variance = Σ (x − mean)² / {}", inside ? "√(variance + ε)" : "(√variance + ε)",
                       by_all ? "D" : "(D − 1)");
}

std::string activation_text(int variant, const LayerConfiguration& layer) {
    static constexpr std::array names{"ReLU", "GELU", "SiLU", "tanh-GELU"};
    const char* activation = names[static_cast<std::size_t>(variant)];
    return layer.gated ? fmt::format("linear2({}(gate(x)) ⊙ linear1(x))", activation)
                       : fmt::format("linear2({}(linear1(x)))", activation);
}

/// A sublayer with its residual connection and its norms.
std::string connection_text(NormPlacement placement, const std::string& norm) {
    const std::string sum = "x + " + addend_text(placement, "Sublayer", norm);
    return "x ← " + (placement == NormPlacement::after ? norm + "(" + sum + ")" : sum);
}

CauseFormula layer_formula(const Mistake& mistake, const OurRun& run) {
    const LayerConfiguration& layer = layer_at(mistake.where, run.configuration);
    const NormPlacement placement = layer.norm_placement;
    const std::string norm = name(layer.layer_norm), sublayer = addend_text(placement, "Sublayer", norm),
                      own = connection_text(placement, norm);
    const bool inside = layer.layer_norm != LayerNormKind::annotated;
    const bool other = static_cast<NormForm>(mistake.variant % norm_forms) == NormForm::other_divisor;
    switch (mistake.kind) {
        case CauseKind::residual_missing:
            return {"residual = x + " + sublayer, "residual = " + sublayer};
        case CauseKind::residual_wrong_source:
            return {"residual = x + " + sublayer,
                    fmt::format("residual = {} + {}",
                                other_source(static_cast<ResidualSource>(mistake.variant % residual_sources), norm), sublayer)};
        case CauseKind::norm_order:
            return {own, connection_text(placement == NormPlacement::before ? NormPlacement::after : NormPlacement::before, norm)};
        case CauseKind::norm_inside:
            return {own, connection_text(NormPlacement::inside, norm)};
        case CauseKind::norm_missing:
            return {norm + "(x)", "x"};
        case CauseKind::eps_outside_root:
        case CauseKind::eps_inside_root:
            return {normed(inside, inside, layer.is_rms()), normed(!inside, inside != other, layer.is_rms())};
        case CauseKind::variance_divisor:
            return {normed(inside, inside, layer.is_rms()), normed(inside, !inside, layer.is_rms())};
        case CauseKind::activation_wrong:
            return {activation_text(static_cast<int>(layer.activation), layer), activation_text(mistake.variant, layer)};
        case CauseKind::dropout_on:
            return {mistake.path + " = x", mistake.path + " = x ⊙ kept / (1 − p)"};
        default:
            return {activation_text(static_cast<int>(layer.activation), layer),
                    layer.gated ? "linear2(gate(x) ⊙ linear1(x))" : "linear2(linear1(x))"};
    }
}

CauseFormula outer_formula(const Mistake& mistake, const OurRun& run) {
    const Configuration& c = run.configuration;
    const std::string norm = c.norm_name(), root = fmt::format("√{} · ", c.d_model),
                      table = c.d_embed ? "projected" : "embedding[token]";
    const auto sum = [](const std::string& position) { return "x[i] = embedded[i]" + (position.empty() ? "" : " + " + position); };
    switch (mistake.kind) {
        case CauseKind::final_norm_missing:
            return {"x ← " + norm + "(x) behind the last layer", "x ← x"};
        case CauseKind::embedding_not_scaled:
            return {"scaled = " + root + table, "scaled = " + table};
        case CauseKind::embedding_scaled:
            return {"scaled = " + table, "scaled = " + root + table};
        case CauseKind::positions_off_by_one:
            return {sum("position[i]"),
                    sum(static_cast<OffsetForm>(mistake.variant) == OffsetForm::one_late ? "position[i + 1]" : "position[i − 1]")};
        case CauseKind::positions_missing:
            return {sum("position[i]"), sum("")};
        case CauseKind::positions_in_halves:
            return {"position = sin, cos, sin, cos, …", "position = sin, sin, …, cos, cos, …"};
        case CauseKind::labels_not_shifted:
            return {"loss[i] = −log p(token i + 1)", static_cast<LabelForm>(mistake.variant) == LabelForm::not_shifted
                                                         ? "loss[i] = −log p(token i)"
                                                         : "loss[i] = −log p(token i + 2)"};
        default:
            return {"loss = Σ loss[i] / count, where label i is not padding", "loss = Σ loss[i] / count, of every i"};
    }
}

}  // namespace

CauseFormula cause_formula(const Mistake& mistake, const OurRun& run) {
    switch (place_of(mistake.kind)) {
        case CausePlace::attention:
            return attention_formula(mistake, run);
        case CausePlace::layer:
            return layer_formula(mistake, run);
        default:
            return outer_formula(mistake, run);
    }
}

}  // namespace vitrine
