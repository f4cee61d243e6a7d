#pragma once
/// The tensors of a file as modules: a weight and a bias that belong together, with their stack and layer.

#include <optional>
#include <string>
#include <vector>

#include "core/foreign/foreign_tensor.h"
#include "core/import/words.h"

namespace vitrine {

/// A tensor and its name in the file.
struct NamedForeign {
    std::string name{};
    const ForeignTensor* tensor = nullptr;  ///< null: there is none

    explicit operator bool() const { return tensor != nullptr; }
};

enum class Stack : std::uint8_t { none, encoder, decoder };

struct ForeignModule {
    NamedForeign weight, bias;
    std::string path;          ///< "encoder.layers.0.self_attn.q_proj"; for a bare "W_q" and its "b_q" "….q"
    bool bare = false;         ///< the weight is not part of a module, as with "W_q": nn.Linear would have "q.weight"
    std::string weight_leaf;   ///< the last part of the weight's name: "weight", "a_2", "gamma"
    std::vector<Words> parts;  ///< of the path
    Stack stack = Stack::none;
    std::optional<int> layer;  ///< of a stack
    std::vector<Words> inner;  ///< the parts after the layer's number; without a number, all parts

    /// Whether it is a gain or a lone bias: a weight of one axis. A LayerNorm has a gain.
    bool is_vector() const { return weight && weight.tensor->squeezed().size() <= 1; }

    /// All words of `inner`, and of the whole path.
    Words inner_words() const;
    Words words() const;

    /// "'encoder.q.weight' 32×32".
    std::string shown() const;
};

/// Modules in the order of their first tensors. Requires: the weights outlive them.
std::vector<ForeignModule> modules_of(const ForeignWeights& weights);

}  // namespace vitrine
