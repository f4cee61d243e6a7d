#include <cmath>

#include "core/cause/altered_pass.h"
#include "core/cause/variants.h"
#include "core/ops/residual.h"

namespace vitrine {

namespace {

/// Whether a variant concerns this sublayer: it names the sublayer's number, or 0 for all.
bool is_of(int number_of_variant, int number) { return number_of_variant == 0 || number_of_variant == number; }

}  // namespace

/// Fills the deviations of the rows, in any of the forms: √(variance + ε) or √variance + ε, the variance divided by D or D − 1.
void AlteredPass::find_deviations(const std::string& where, int number, const Tensor& x, LayerNormActivations& a) const {
    row_deviations_forward(x, a.mean, c_.layer_norm_options(), a.deviation);
    const bool torch = c_.layer_norm == LayerNormKind::torch;
    const Mistake* root = find(torch ? CauseKind::eps_outside_root : CauseKind::eps_inside_root, where);
    const Mistake* divisor = find(CauseKind::variance_divisor, where);
    if (root && !is_of(root->variant / norm_forms, number)) root = nullptr;
    if (divisor && !is_of(divisor->variant / norm_forms, number)) divisor = nullptr;
    if (!root && !divisor) return;
    const bool outside = torch == (root != nullptr);
    const bool other = divisor || static_cast<NormForm>(root->variant % norm_forms) == NormForm::other_divisor;
    const bool biased = torch != other;
    const double width = static_cast<double>(x.size(2)), epsilon = c_.layer_norm_eps;
    row_deviations_forward(x, a.mean, {LayerNormKind::torch, 0}, a.deviation);
    for (Size i = 0; i < a.deviation.count(); ++i) {
        const auto plain = static_cast<double>(a.deviation.data()[i]);
        const double deviation = biased ? plain : plain * std::sqrt(width / (width - 1));
        a.deviation.data()[i] = static_cast<Scalar>(outside ? deviation + epsilon : std::sqrt(deviation * deviation + epsilon));
    }
}

/// LayerNorm number `number` of a layer, a stack or a side; `path` is the name of its output.
Tensor AlteredPass::normalise(const std::string& path, const std::string& where, int number, const Tensor& x,
                              const LayerNormParameters& norm) {
    const Mistake* missing = find(CauseKind::norm_missing, where);
    LayerNormActivations a;
    if (missing && is_of(missing->variant, number)) {
        a.output = x;
        keep(path, a.output);
        return a.output;
    }
    row_means_forward(x, a.mean);
    keep(path + ".mean", a.mean);
    find_deviations(where, number, x, a);
    keep(path + ".deviation", a.deviation);
    normalise_forward({x, a.mean, a.deviation}, norm, a.output);
    keep(path, a.output);
    return a.output;
}

/// x + sublayer, or what a mistake adds instead. `input`: what the sublayer has read.
Tensor AlteredPass::add(const Sublayer& at, const Tensor& x, const Tensor& input, const Tensor& sublayer) const {
    const Mistake* missing = find(CauseKind::residual_missing, at.layer);
    if (missing && is_of(missing->variant, at.number)) return sublayer;
    const Tensor* source = &x;
    const Mistake* wrong = find(CauseKind::residual_wrong_source, at.layer);
    if (wrong && is_of(wrong->variant / residual_sources, at.number)) {
        switch (static_cast<ResidualSource>(wrong->variant % residual_sources)) {
            case ResidualSource::layer:
                source = &at.of_layer;
                break;
            case ResidualSource::normed:
                source = &input;
                break;
            case ResidualSource::residual:
                if (at.residual_before) source = at.residual_before;
                break;
            case ResidualSource::stack:
                source = &at.of_stack;
                break;
            case ResidualSource::before:
                if (at.input_before) source = at.input_before;
                break;
        }
    }
    Tensor sum{Axis::batch, Axis::position, Axis::feature};
    sum.resize_like(x);
    residual_forward(*source, sublayer, sum);
    return sum;
}

/// A sublayer with its residual connection and its LayerNorm, wherever that is. compute(input) computes the sublayer.
template <class Compute>
Tensor AlteredPass::connect(const Sublayer& at, const Tensor& x, Tensor& residual, Compute&& compute) {
    const std::string norm = at.layer + ".norm" + std::to_string(at.number);
    const std::string sum = at.layer + ".residual" + std::to_string(at.number);
    if (is_altered(CauseKind::norm_inside, at.layer)) {
        residual = add(at, x, x, normalise(norm, at.layer, at.number, compute(x), at.norm));
        keep(sum, residual);
        return residual;
    }
    if (c_.norm_first() != is_altered(CauseKind::norm_order, at.layer)) {
        const Tensor input = normalise(norm, at.layer, at.number, x, at.norm);
        residual = add(at, x, input, compute(input));
        keep(sum, residual);
        return residual;
    }
    residual = add(at, x, x, compute(x));
    keep(sum, residual);
    return normalise(norm, at.layer, at.number, residual, at.norm);
}

Tensor AlteredPass::feed_forward(const std::string& layer, const FeedForwardParameters& weights, const Tensor& x) {
    FeedForwardActivations a;
    a.linear1.resize({x.size(0), x.size(1), c_.dim_feedforward});
    linear_forward(x, {weights.linear1.weight, weights.linear1.bias}, a.linear1);
    keep(layer + ".ffn.linear1", a.linear1);
    a.activation.resize_like(a.linear1);
    const Mistake* wrong = find(CauseKind::activation_wrong, layer);
    if (is_altered(CauseKind::activation_missing, layer)) {
        a.activation = a.linear1;
    } else {
        activation_forward(a.linear1, wrong ? static_cast<ActivationKind>(wrong->variant) : c_.activation, a.activation);
    }
    keep(layer + ".ffn.activation", a.activation);
    keep(layer + ".ffn.dropped_activation", a.activation);
    a.linear2.resize_like(x);
    linear_forward(a.activation, {weights.linear2.weight, weights.linear2.bias}, a.linear2);
    keep(layer + ".ffn.linear2", a.linear2);
    keep(layer + ".ffn.dropped_output", a.linear2);
    return a.linear2;
}

Tensor AlteredPass::compute_sublayer(SublayerKind kind, const std::string& layer, const LayerParameters& p, const Tensor& x,
                                     const Tensor* memory) {
    const bool decodes = memory != nullptr;
    const IndexTensor& tokens = decodes ? batch_.tgt : batch_.src;
    const std::int32_t pad = decodes ? c_.pad_tgt : c_.pad_src;
    const std::string path = layer + '.' + std::string(name(kind));
    switch (kind) {
        case SublayerKind::self_attention:
            return attend(path, {x, x, tokens, tokens, p.self_attn, decodes ? target_mask(c_, {}) : source_mask(c_, {}), pad});
        case SublayerKind::cross_attention: {
            const AttentionParameters& weights = is_altered(CauseKind::shared_attention, path) ? p.self_attn : p.multihead_attn;
            return attend(path, {x, *memory, tokens, batch_.src, weights, cross_mask(c_, {}), pad});
        }
        default:
            return feed_forward(layer, p.feed_forward, x);
    }
}

void AlteredPass::compute_layer(const std::string& layer, const LayerParameters& p, const Tensor& of_stack, const Tensor* memory,
                                Tensor& x) {
    const std::span<const SublayerKind> sublayers = memory ? std::span<const SublayerKind>(decoder_sublayers) : encoder_sublayers;
    const Tensor of_layer = x;
    Tensor residual, residual_before, input_before;
    for (std::size_t i = 0; i < sublayers.size(); ++i) {
        const Tensor input = x;
        const bool first = i == 0;
        const Sublayer at{layer,
                          static_cast<int>(i + 1),
                          p.norm(i),
                          of_layer,
                          of_stack,
                          first ? nullptr : &residual_before,
                          first ? nullptr : &input_before};
        x = connect(at, input, residual, [&](const Tensor& in) { return compute_sublayer(sublayers[i], layer, p, in, memory); });
        keep(layer + ".end" + std::to_string(i + 1), x);
        residual_before = residual;
        input_before = input;
    }
}

}  // namespace vitrine
