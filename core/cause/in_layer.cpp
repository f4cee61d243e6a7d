/// Mistakes of norms, residual connections and feed-forward networks, as operations that compute something else.

#include <cmath>

#include "core/cause/sites.h"
#include "core/cause/variants.h"
#include "core/ops/residual.h"
#include "core/ops/rms_norm.h"
#include "core/pass/layers.h"

namespace vitrine {

namespace {

/// Whether a variant concerns this sublayer: it names the sublayer's number, or 0 for all.
bool is_of(int number_of_variant, int number) { return number_of_variant == 0 || number_of_variant == number; }

/// How a mistaken norm gets its divisor: √(variance + ε) or √variance + ε, the variance being divided by D or D − 1.
struct Divisor {
    bool inside_root, by_all;
};

/// The mistaken divisor of a norm; nothing: it is the model's. Of RMSNorm, the variance is the mean of the squares.
std::optional<Divisor> mistaken_divisor(const NormSite& at, const MistakesMade& made) {
    const bool ours_inside = at.options.kind != LayerNormKind::annotated;
    const auto of_this = [&](int variant) { return is_of(variant / norm_forms, at.number); };
    const CauseKind other_root = ours_inside ? CauseKind::eps_outside_root : CauseKind::eps_inside_root;
    const Mistake* root = made.find(other_root, at.where, of_this);
    const Mistake* divisor = made.find(CauseKind::variance_divisor, at.where, of_this);
    if (!root && !divisor) return std::nullopt;
    const bool other = divisor || static_cast<NormForm>(root->variant % norm_forms) == NormForm::other_divisor;
    return Divisor{.inside_root = ours_inside != (root != nullptr), .by_all = ours_inside != other};
}

void find_deviations(const Tensor& x, const Tensor& mean, double epsilon, Divisor divisor, Tensor& deviation) {
    const Size row = x.size(2);
    if (mean.empty()) {
        root_mean_squares_forward(x, row, {LayerNormKind::rms, 0}, deviation);
    } else {
        row_deviations_forward(x, row, mean, {LayerNormKind::torch, 0}, deviation);
    }
    const auto width = static_cast<double>(row);
    for (Size i = 0; i < deviation.count(); ++i) {
        const auto plain = static_cast<double>(deviation.data()[i]);
        const double root = divisor.by_all ? plain : plain * std::sqrt(width / (width - 1));
        deviation.data()[i] = static_cast<Scalar>(divisor.inside_root ? std::sqrt(root * root + epsilon) : root + epsilon);
    }
}

/// What a wrong residual connection adds the sublayer to.
const Tensor& other_source(ResidualSource source, const SublayerSite& at) {
    switch (source) {
        case ResidualSource::layer:
            return at.of_layer;
        case ResidualSource::normed:
            return is_normed_before(at.description.norm_placement) ? at.a.norm.output : at.x;
        case ResidualSource::residual:
            return at.before ? at.before->residual : at.x;
        case ResidualSource::stack:
            return at.of_stack;
        case ResidualSource::before:
            return at.x_before ? *at.x_before : at.x;
    }
    return at.x;
}

}  // namespace

void replace(Tensor& result, Replacement replacement, Replacements& to) {
    Replacement& there = to.of[&result];
    if (!there) {
        there = std::move(replacement);
        return;
    }
    there = [first = std::move(there), then = std::move(replacement)](Tensor& tensor) { first(tensor), then(tensor); };
}

void replace_in_norm(const NormSite& at, const MistakesMade& made, Replacements& to) {
    LayerNormActivations& a = at.a;
    const auto of_this = [&](int variant) { return is_of(variant, at.number); };
    if (made.find(CauseKind::norm_missing, at.where, of_this) || made.has(CauseKind::final_norm_missing, at.where)) {
        replace(
            a.output, [x = at.x](Tensor& output) { output = x(); }, to);
        return;
    }
    const std::optional<Divisor> divisor = mistaken_divisor(at, made);
    if (!divisor) return;
    const bool rms = at.options.kind == LayerNormKind::rms;
    static const Tensor no_mean;
    const auto find = [x = at.x, &mean = rms ? no_mean : a.mean, epsilon = static_cast<double>(at.options.epsilon),
                       divisor = *divisor](Tensor& deviation) { find_deviations(x(), mean, epsilon, divisor, deviation); };
    replace(rms ? a.root_mean_square : a.deviation, find, to);
}

void replace_in_sublayer(const SublayerSite& at, const MistakesMade& made, Replacements& to) {
    const auto of_this = [&](int variant) { return is_of(variant / residual_sources, at.number); };
    if (const Mistake* wrong = made.find(CauseKind::residual_wrong_source, at.layer, of_this)) {
        const auto source = static_cast<ResidualSource>(wrong->variant % residual_sources);
        replace(
            at.a.residual, [at, source](Tensor& sum) { residual_forward(other_source(source, at), addend(at.a), sum); }, to);
    }
    if (at.a.kind != SublayerKind::feed_forward || !made.has(CauseKind::activation_missing, at.layer)) return;
    FeedForwardActivations& network = at.a.ffn;
    replace(
        network.activation, [&network](Tensor& activation) { activation = network.linear1; }, to);
    replace(
        network.gate_activation, [&network](Tensor& activation) { activation = network.gate; }, to);
}

}  // namespace vitrine
