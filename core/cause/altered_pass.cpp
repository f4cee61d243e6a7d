#include "core/cause/altered_pass.h"

#include <algorithm>
#include <cmath>

#include "core/cause/variants.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/softmax.h"

namespace vitrine {

const Mistake* AlteredPass::find(CauseKind kind, const std::string& where) const {
    const auto found = std::ranges::find_if(mistakes_, [&](const Mistake& a) { return a.kind == kind && a.where == where; });
    return found == mistakes_.end() ? nullptr : &*found;
}

/// Replaces computed numbers by those that a mistake has found, and passes the tensor to `watch`.
void AlteredPass::keep(const std::string& path, Tensor& tensor) {
    if (ended_) return;
    for (const Mistake& mistake : mistakes_) {
        if (mistake.path != path) continue;
        for (std::size_t i = 0; i < mistake.numbers->size(); ++i)
            tensor.at(index_of(tensor.layout(), static_cast<Size>(i))) = static_cast<Scalar>((*mistake.numbers)[i]);
    }
    ended_ = !watch_(path, view(tensor));
}

/// Fills the positions; false: the model adds none.
bool AlteredPass::find_positions(const std::string& side, const Tensor& table, Tensor& positions) const {
    if (is_altered(CauseKind::positions_missing, side)) return false;
    const Mistake* offset = find(CauseKind::positions_off_by_one, side);
    const bool early = offset && static_cast<OffsetForm>(offset->variant) == OffsetForm::one_early;
    const Size first = !offset ? 0 : early ? -1 : 1;
    if (c_.positions == PositionKind::sinusoidal) {
        sinusoidal_positions(positions, first);
        if (!is_altered(CauseKind::positions_in_halves, side)) return true;
        // Sines in the first half of the features, cosines in the second, as in tensor2tensor.
        const Tensor pairs = positions;
        const Size width = positions.size(1), half = (width + 1) / 2;
        for (Size row = 0; row < positions.size(0); ++row) {
            for (Size i = 0; i < width; ++i) positions.at({row, i}) = pairs.at({row, i < half ? 2 * i : 2 * (i - half) + 1});
        }
        return true;
    }
    for (Size row = 0; row < positions.size(0); ++row) {
        const Size from = std::clamp<Size>(row + first, 0, table.size(0) - 1);
        for (Size i = 0; i < positions.size(1); ++i) positions.at({row, i}) = table.at({from, i});
    }
    return true;
}

Tensor AlteredPass::embed(const std::string& side, const IndexTensor& tokens, const Tensor& table,
                          const LinearParameters& projection, const Tensor& position_table, const LayerNormParameters& norm) {
    const Size sentences = tokens.size(0), length = tokens.size(1);
    EmbeddingActivations a;
    a.embedding.resize({sentences, length, c_.embedding_width()});
    embedding_forward(tokens, table, a.embedding);
    keep(side + ".embedding", a.embedding);
    Tensor x = a.embedding;
    if (c_.d_embed) {
        a.projected.resize({sentences, length, c_.d_model});
        linear_forward(x, {projection.weight, projection.bias}, a.projected);
        keep(side + ".projected", a.projected);
        x = a.projected;
    }
    const bool scales =
        (c_.scale_embedding && !is_altered(CauseKind::embedding_not_scaled, side)) || is_altered(CauseKind::embedding_scaled, side);
    if (scales) {
        a.scaled.resize({sentences, length, c_.d_model});
        scale_forward(x, std::sqrt(Scalar(c_.d_model)), a.scaled);
        x = a.scaled;
    }
    if (scales || c_.scale_embedding) keep(side + ".scaled", x);
    a.sum.resize({sentences, length, c_.d_model});
    std::copy(x.data(), x.data() + x.count(), a.sum.data());
    a.positions.resize({length, c_.d_model});
    if (find_positions(side, position_table, a.positions)) {
        keep(side + ".positions", a.positions);
        add_positions_forward(x, a.positions, a.sum);
    }
    keep(side + ".sum", a.sum);
    x = c_.embedding_norm ? normalise(side + ".normalized", side, 1, a.sum, norm) : a.sum;
    keep(side + ".dropped", x);
    return x;
}

/// Computes a stack's layers and its last LayerNorm. memory: what cross-attention reads, in a decoder.
void AlteredPass::compute_stack(const std::string& stack, const StackParameters& p, const Tensor* memory, Tensor& x) {
    const Tensor of_stack = x;
    for (std::size_t i = 0; i < p.layers.size() && !ended_; ++i)
        compute_layer(stack + ".layers." + std::to_string(i), p.layers[i], of_stack, memory, x);
    if (ended_ || !c_.final_norm) return;
    const std::string path = stack + ".norm";
    is_altered(CauseKind::final_norm_missing, stack) ? keep(path, x) : void(x = normalise(path, stack, 1, x, p.norm));
}

void AlteredPass::predict(const Tensor& x) {
    Activations a;
    a.logits.resize({x.size(0), x.size(1), c_.tgt_vocab_size});
    a.probabilities.resize_like(a.logits);
    linear_forward(x, {p_.output_weight(), p_.fc_out.bias}, a.logits);
    keep("logits", a.logits);
    softmax_forward(a.logits, a.probabilities);
    keep("probabilities", a.probabilities);
    if (!batch_.labels.empty()) measure_loss(a.logits);
}

void AlteredPass::measure_loss(const Tensor& logits) {
    IndexTensor labels = batch_.labels;
    const std::string side = "tgt";
    if (const Mistake* wrong = find(CauseKind::labels_not_shifted, side)) {
        const bool twice = static_cast<LabelForm>(wrong->variant) == LabelForm::shifted_twice;
        for (Size b = 0; b < labels.size(0); ++b) {
            for (Size i = 0; i < labels.size(1); ++i) {
                const bool beyond = i + 1 == labels.size(1);
                labels.at({b, i}) = !twice ? batch_.tgt.at({b, i}) : beyond ? c_.pad_tgt : batch_.labels.at({b, i + 1});
            }
        }
    }
    const std::int32_t ignored = is_altered(CauseKind::loss_of_padding, side) ? no_token : c_.pad_tgt;
    Activations a;
    a.token_loss.resize({labels.size(0), labels.size(1)});
    a.loss.resize({1});
    cross_entropy_forward(logits, {labels, ignored}, a.token_loss);
    keep("token_loss", a.token_loss);
    mean_loss_forward(a.token_loss, {labels, ignored}, a.loss);
    keep("loss", a.loss);
}

void AlteredPass::run() {
    Tensor x = embed("src", batch_.src, p_.src_embedding.weight, p_.src_embedding_projection, p_.src_positions.weight,
                     p_.src_embedding_norm);
    compute_stack("encoder", p_.transformer.encoder, nullptr, x);
    if (ended_) return;
    Tensor memory = x;
    keep("memory", memory);
    if (ended_) return;
    x = embed("tgt", batch_.tgt, p_.target_table(), p_.tgt_embedding_projection, p_.tgt_positions.weight, p_.tgt_embedding_norm);
    compute_stack("decoder", p_.transformer.decoder, &memory, x);
    if (!ended_) predict(x);
}

}  // namespace vitrine
