#pragma once
/// The names of another program's modules, if an import has found out what their weights are. A module that holds W_O has the
/// same output as ours, whatever it is called. Only core/against includes this.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/against/tensor_name.h"
#include "core/foreign/weight_origins.h"

namespace vitrine {

class ModuleNames {
public:
    ModuleNames() = default;
    ModuleNames(const WeightOrigins& origins, const Configuration& configuration);

    /// The possible outputs of a module; nothing if no module of this name is known.
    std::optional<TensorName> output_of(const std::string& name) const;

    /// Replaces the module at the beginning of a name by ours: "block.attention.energy" becomes
    /// "decoder.layers.0.cross_attn.energy". A name that begins with no known module stays as it is.
    std::string in_our_words(const std::string& name) const;

private:
    /// A module and its possible outputs.
    struct Output {
        Stack stack = Stack::none;
        std::optional<int> layer{};
        NamedAttention attention = NamedAttention::none;
        std::vector<NameGuess> guesses{};
    };

    void add_parameter(const std::string& parameter, const std::vector<std::string>& tensors);
    void add_projections(Output place, const std::vector<std::string>& modules);
    void add_output(const std::string& module, const Output& output);
    bool holds_only(const std::string& module, const std::string& part, bool of_layer) const;
    void add_prefixes();
    void add_ends_of_sublayers();

    std::map<std::string, Output> outputs_;                 // by module; without guesses if it holds several weights
    std::map<std::string, std::set<std::string>> modules_;  // by part of ours, "decoder.layers.0.cross_attn"; "" outside layers
    std::map<std::string, std::string> prefixes_;           // the part or layer of ours, by module
};

}  // namespace vitrine
