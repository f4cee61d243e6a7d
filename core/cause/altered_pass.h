#pragma once
/// Our forward pass with deliberate mistakes in it, to see whether they explain another program's numbers. It calls the
/// operations of core/ops one by one; without a mistake its numbers are those of forward() (core/pass/transformer.h).

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/against/our_run.h"
#include "core/cause/kinds.h"
#include "core/model/activations.h"
#include "core/model/masks.h"

namespace vitrine {

/// One mistake at one place.
struct Mistake {
    CauseKind kind;
    std::string where;  ///< "decoder.layers.1.cross_attn"
    /// The form of the mistake, from 0; core/cause/variants.h says what it means.
    int variant = 0;
    Size head = -1;  ///< in an attention: the only head with the mistake; −1: all heads

    // For dropout_on: numbers that the other program drew at random, as they were found.
    std::string path{};                                   ///< the tensor with these numbers
    std::shared_ptr<const std::vector<float>> numbers{};  ///< row-major
};

/// What an attention reads.
struct AttentionSources {
    const Tensor& queries;               // [B, q, D]
    const Tensor& memory;                // [B, k, D]
    const IndexTensor& query_tokens;     // [B, q]
    const IndexTensor& key_tokens;       // [B, k]
    const AttentionParameters& weights;  // W_Q, W_K, W_V, W_O
    MaskOptions mask;
    std::int32_t query_pad;
};

/// Called with each tensor as soon as it is complete, in order of computation. The output of every sublayer, wherever its
/// LayerNorm is, is called "encoder.layers.0.end1" and so on. Returns false to end the pass.
using WatchTensor = std::function<bool(const std::string& path, const TensorView& tensor)>;

class AlteredPass {
public:
    /// Requires: model and mistakes outlive the pass; the model is a Transformer.
    AlteredPass(const OurRun& model, std::span<const Mistake> mistakes, WatchTensor watch)
        : c_(model.configuration), p_(model.parameters), batch_(model.batch), mistakes_(mistakes), watch_(std::move(watch)) {}

    /// Lets a row that the mask hides completely have the weights of equally small numbers, instead of the NaN of −∞.
    void hide_with_numbers() { hides_with_numbers_ = true; }

    void run();

private:
    /// A sublayer: its layer, its number from 1, and what a wrong residual connection may add instead of x.
    struct Sublayer {
        std::string layer;
        int number;
        const LayerNormParameters& norm;
        const Tensor& of_layer;                   // the layer's input
        const Tensor& of_stack;                   // the stack's input
        const Tensor* residual_before = nullptr;  // of the sublayer before: its sum, and its input
        const Tensor* input_before = nullptr;
    };

    const Mistake* find(CauseKind kind, const std::string& where) const;
    bool is_altered(CauseKind kind, const std::string& where) const { return find(kind, where) != nullptr; }
    void keep(const std::string& path, Tensor& tensor);

    // altered_pass.cpp
    Tensor embed(const std::string& side, const IndexTensor& tokens, const Tensor& table, const LinearParameters& projection,
                 const Tensor& positions, const LayerNormParameters& norm);
    bool find_positions(const std::string& side, const Tensor& table, Tensor& positions) const;
    void compute_stack(const std::string& stack, const StackParameters& parameters, const Tensor* memory, Tensor& x);
    void predict(const Tensor& x);
    void measure_loss(const Tensor& logits);

    // altered_pass_layer.cpp
    template <class Compute>
    Tensor connect(const Sublayer& at, const Tensor& x, Tensor& residual, Compute&& compute);
    Tensor add(const Sublayer& at, const Tensor& x, const Tensor& input, const Tensor& sublayer) const;
    Tensor normalise(const std::string& path, const std::string& where, int number, const Tensor& x,
                     const LayerNormParameters& norm);
    void find_deviations(const std::string& where, int number, const Tensor& x, LayerNormActivations& a) const;
    Tensor feed_forward(const std::string& layer, const FeedForwardParameters& weights, const Tensor& x);
    Tensor compute_sublayer(SublayerKind kind, const std::string& layer, const LayerParameters& parameters, const Tensor& x,
                            const Tensor* memory);
    void compute_layer(const std::string& layer, const LayerParameters& parameters, const Tensor& of_stack, const Tensor* memory,
                       Tensor& x);

    // altered_pass_attention.cpp
    Tensor attend(const std::string& name, const AttentionSources& in);
    void project(const std::string& name, const AttentionSources& in, AttentionActivations& a);
    bool score(const std::string& name, const AttentionSources& in, AttentionActivations& a);
    bool hide(const std::string& name, const AttentionSources& in, AttentionActivations& a) const;
    void weigh(const std::string& name, bool other_mask, AttentionActivations& a) const;
    void merge(const std::string& name, const AttentionSources& in, AttentionActivations& a);

    const Configuration& c_;
    const Parameters& p_;
    const Batch& batch_;
    std::span<const Mistake> mistakes_;
    WatchTensor watch_;
    bool ended_ = false, hides_with_numbers_ = false;
};

}  // namespace vitrine
