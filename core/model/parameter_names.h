#pragma once
/// The names that a model's folder has for its parameters, where they are not ours.

#include <string>
#include <vector>

#include "core/model/parameters.h"

namespace vitrine {

/// A tensor of such a folder: one of our parameters, or some of its rows.
struct ParameterName {
    std::string name;         ///< "transformer.h.0.attn.c_attn.weight"
    std::string parameter;    ///< ours: "transformer.decoder.layers.0.self_attn.in_proj_weight"
    Size first = 0;           ///< its first row there
    Size rows = -1;           ///< how many; −1: all
    bool transposed = false;  ///< stored as [input, output], as GPT-2's Conv1D does
    bool is_buffer = false;   ///< stored, but not trained: it has no gradient

    bool operator==(const ParameterName&) const = default;
};

/// In the folder's order. Empty: the parameters have our names.
using ParameterNames = std::vector<ParameterName>;

enum class Buffers : std::uint8_t { with, without };

/// Parameters, or their gradients, under these names and in their layouts, as views of ours. Without names they are all parameters
/// in the order of PyTorch's state_dict.
std::vector<ParameterView> list_parameters(const Parameters& parameters, const ParameterNames& names,
                                           Buffers buffers = Buffers::with);

}  // namespace vitrine
