#pragma once
/// The whole encoder-decoder model of figure 1, forward and backward; or one attention alone, forward.

#include <functional>
#include <string>

#include "core/model/attention_device.h"
#include "core/model/batch.h"
#include "core/model/regime.h"
#include "core/pass/interventions.h"
#include "core/pass/replacements.h"

namespace vitrine {

/// One model on one batch.
struct Pass {
    const Configuration& configuration;
    const Parameters& parameters;
    const Batch& batch;  ///< Requires: it passes check(batch, configuration)
    Regime regime{};
    const Interventions* interventions = nullptr;  ///< Requires: they pass check(); null: none

    /// Computes attention in forward where the mask precedes the softmax and nothing is dropped or altered; null: the CPU does. It
    /// leaves some activations as fetched tensors: backward throws for them, and rerun computes everything.
    const AttentionDevice* device = nullptr;

    /// False: forward does not keep scores, masked scores and weights of large attentions where the mask precedes the softmax and
    /// nothing is dropped, capped, biased or altered. They are fetched tensors, computed again whenever they are read, with the
    /// same consequences for backward and rerun.
    bool keeps_grids = true;
};

/// Whether some of the activations are fetched tensors.
bool are_fetched(const Activations& activations);

/// Computes all activations; with labels also the loss. Reuses the activations' memory: the second run of the same shapes allocates
/// nothing. Requires: the activations are new, or of a model with the same parts, such as a LayerNorm of the embeddings.
void forward(const Pass& pass, Activations& activations);

/// Computes the same, but keeps only the tensors whose paths `keeps` accepts; the others of a layer are dropped as soon as nothing
/// reads them any more, so that many layers need little more memory than one. Requires: the activations are new, the pass has no
/// interventions and no device.
void forward(const Pass& pass, const std::function<bool(const std::string& path)>& keeps, Activations& activations);

/// Runs the model with the default regime: no dropout, all masks.
inline void forward(const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                    Activations& activations) {
    forward({configuration, parameters, batch}, activations);
}

/// Computes all activations of a model that is described so, operation by operation, some of them replaced. With no replacements,
/// and the description of the pass, they are those of forward() without a description. Requires: shape_stacks() has given the
/// activations their layers, the pass has no interventions.
void forward(const Pass& pass, const ModelDescription& model, const Replacements& replacements, Activations& activations);

/// Computes what the model makes of its last stack, the final norm and all behind it, as if that stack's layers had given x:
/// logits, or scores of classes. x: [B, T, D]. Requires: the activations are new, the model has logits or classes.
void read_out(const Pass& pass, const Tensor& x, Activations& activations);

/// ∂loss/∂tensor, in the same structs as the tensors.
struct Gradients {
    Activations& activations;  ///< empty for ids, masks, probabilities, the loss itself and sinusoidal positions
    Parameters& parameters;    ///< Requires: the shapes of the configuration
};

/// Computes all gradients; earlier contents are overwritten. The second run of the same shapes allocates nothing. Requires:
/// forward filled the activations for this very pass, with labels, so the model is a Transformer. A skipped part of a residual
/// gets no gradient. Numbers set by hand and in silenced heads are constants: they have a gradient, but pass none of it on to
/// what they would have been computed from. Gradients are taken at the overwritten parameters. Throws Error if a number of a
/// LayerNorm's mean or deviation, or of a tensor after the logits, is overwritten, and if some activations are fetched.
void backward(const Pass& pass, const Activations& activations, Gradients gradients);

}  // namespace vitrine
