#pragma once
/// Which attention of a layer a module belongs to, and which of its projections it is.

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/import/mapping.h"
#include "core/import/modules.h"

namespace vitrine {

/// What was found for a place; `why`: of a guess.
struct Found {
    const ForeignModule* module = nullptr;  ///< null: nothing
    Certainty certainty = Certainty::sure;
    std::string why{};

    explicit operator bool() const { return module != nullptr; }
};

/// One attention: queries, keys and values each by a matrix, or by one for every head, or together.
struct AttentionParts {
    std::array<std::vector<Found>, 3> projections;  ///< W_Q, W_K, W_V: one module, or one for each head in order
    Found packed;                                   ///< all three below each other, or, as packed_order says, some of them
    Found packed_bias;                              ///< where it belongs to no packed weight
    std::string packed_order = "qkv";               ///< in which they follow each other: "qkv", "kqv", …
    Found output;                                   ///< W_O
};

/// Which attention of its layer a module names.
struct AttentionLabel {
    enum class Kind : std::uint8_t { none, plain, self, cross };

    Kind kind = Kind::none;
    int number = -1;          ///< of a plain one, where it is numbered
    std::size_t depth = 0;    ///< of a plain one without a number: how many parts of its name stand before it
    std::string within = {};  ///< and these parts

    bool operator<(const AttentionLabel& other) const {
        return std::tie(kind, number, depth, within) < std::tie(other.kind, other.number, other.depth, other.within);
    }
};

AttentionLabel attention_label(const ForeignModule& module);

/// Whether a module's name says that it is of an attention, rather than that it is a projection.
bool names_attention(const ForeignModule& module);

/// W_O by its name: "out_proj", "w_o", "fc", "dense".
bool names_output(const Words& words);

/// What queries, keys and values stand behind each other in a packed matrix by its words, such as "kv"; empty: it is none.
std::string packed_order_of(const Words& words);

/// Whether the words name a projection: 'q', 'k', 'v', or 0.
char projection_named(const Words& words);

/// Sorts the modules of one attention. What finds no place goes to `left`.
AttentionParts attention_of(const std::vector<const ForeignModule*>& modules, std::vector<const ForeignModule*>& left);

}  // namespace vitrine
