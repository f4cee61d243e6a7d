#pragma once
/// The tensors of a file as modules: a weight and a bias that belong together, and the stack and layer that they are in.

#include <optional>
#include <string>
#include <vector>

#include "core/foreign/foreign_tensor.h"
#include "core/import/words.h"

namespace vitrine {

/// A tensor and its name, both of the file.
struct NamedForeign {
    std::string name{};
    const ForeignTensor* tensor = nullptr;  ///< null: there is none

    explicit operator bool() const { return tensor != nullptr; }
};

enum class Stack : std::uint8_t { none, encoder, decoder };

struct ForeignModule {
    NamedForeign weight, bias;
    std::string path;          ///< "encoder.layers.0.self_attn.q_proj"; of a bare "W_q" with its "b_q" "….q"
    bool bare = false;         ///< the weight is no part of a module, such as "W_q": nn.Linear would have "q.weight"
    std::string weight_leaf;   ///< the last part of the weight's name: "weight", "a_2", "gamma"
    std::vector<Words> parts;  ///< of the path
    Stack stack = Stack::none;
    std::optional<int> layer;  ///< of a stack
    std::vector<Words> inner;  ///< the parts behind the layer's number; without one, all

    /// A gain or a lone bias: a weight of one axis. A LayerNorm has one.
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
