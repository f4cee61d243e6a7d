#pragma once
/// The names that a model's folder has for its parameters, where they are not ours.

#include <string>
#include <vector>

#include "core/model/parameters.h"

namespace vitrine {

/// A tensor of such a folder that is one of our parameters, or rows of one. Where a folder packs several into one tensor, each of
/// them has an entry with the tensor's name.
struct ParameterName {
    std::string name{};       ///< "transformer.h.0.attn.c_attn.weight"
    std::string parameter{};  ///< ours: "transformer.decoder.layers.0.self_attn.in_proj_weight"
    Size first = 0;           ///< its first row there
    Size rows = -1;           ///< how many; −1: all
    Size at = 0;              ///< the row of the folder's tensor where they begin
    bool transposed = false;  ///< stored as [input, output], as GPT-2's Conv1D does
    bool is_buffer = false;   ///< stored, but not trained: it has no gradient
    bool is_packed = false;   ///< other entries have the same name

    bool operator==(const ParameterName&) const = default;
};

/// In the folder's order, with all entries of one tensor in a row. Empty: the parameters have our names.
using ParameterNames = std::vector<ParameterName>;

enum class Buffers : std::uint8_t { with, without };

/// Parameters, or their gradients, under these names and in their layouts. They are views of ours, except those that a folder
/// packs, which are copies. Without names they are all parameters in the order of PyTorch's state_dict.
std::vector<ParameterView> list_parameters(const Parameters& parameters, const ParameterNames& names,
                                           Buffers buffers = Buffers::with);

/// Writes the numbers of a packed tensor, which list_parameters has copied, back into the parameters.
void write_packed(const ParameterView& packed, const ParameterNames& names, Parameters& parameters);

}  // namespace vitrine
