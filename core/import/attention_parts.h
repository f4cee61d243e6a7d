#pragma once
/// Which attention of a layer a module belongs to, and which of its projections it is.

#include "core/import/layer_parts.h"

namespace vitrine {

/// Which attention of its layer a module names.
struct AttentionLabel {
    enum class Kind : std::uint8_t { none, plain, self, cross };

    Kind kind = Kind::none;
    int number = -1;          ///< of a plain one, where it is numbered
    std::size_t depth = 0;    ///< of a plain one without a number: how many parts of its name stand before it
    std::string within = {};  ///< and these parts

    bool operator==(const AttentionLabel&) const = default;
    auto operator<=>(const AttentionLabel&) const = default;
};

AttentionLabel attention_label(const ForeignModule& module);

/// Whether a module's name says that it is of an attention, rather than that it is a projection.
bool names_attention(const ForeignModule& module);

/// W_O by its name: "out_proj", "w_o", "fc", "dense".
bool names_output(const Words& words);

/// Whether the words name a projection: 'q', 'k', 'v', or 0.
char projection_named(const Words& words);

/// Sorts the modules of one attention. What finds no place goes to `left`.
AttentionParts attention_of(const std::vector<const ForeignModule*>& modules, std::vector<const ForeignModule*>& left);

}  // namespace vitrine
