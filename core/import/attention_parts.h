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

/// A module that was found for a place in our model; `why`: the reason for a guess.
struct Found {
    const ForeignModule* module = nullptr;  ///< null: nothing
    Certainty certainty = Certainty::sure;
    std::string why{};

    explicit operator bool() const { return module != nullptr; }
};

/// The matrices of one attention: one each for queries, keys and values, or one for every head, or a common one.
struct AttentionParts {
    std::array<std::vector<Found>, 3> projections;  ///< W_Q, W_K, W_V: one module, or one for each head in order
    Found packed;                                   ///< all three in one matrix, or some of them, as packed_order says
    Found packed_bias;                              ///< a packed bias without a packed weight
    std::string packed_order = "qkv";               ///< their order in the packed matrix: "qkv", "kqv", …
    Found output;                                   ///< W_O
};

/// Which attention of its layer a module names.
struct AttentionLabel {
    enum class Kind : std::uint8_t { none, plain, self, cross };

    Kind kind = Kind::none;
    int number = -1;          ///< for a plain attention that is numbered
    std::size_t depth = 0;    ///< for a plain attention without a number: how many parts of the name stand before it
    std::string within = {};  ///< these parts of the name

    bool operator<(const AttentionLabel& other) const {
        return std::tie(kind, number, depth, within) < std::tie(other.kind, other.number, other.depth, other.within);
    }
};

AttentionLabel attention_label(const ForeignModule& module);

/// Whether a module's name says that it belongs to an attention, rather than that it is a projection.
bool names_attention(const ForeignModule& module);

/// Whether the words name W_O: "out_proj", "w_o", "fc", "dense".
bool names_output(const Words& words);

/// The order of queries, keys and values in a packed matrix that the words name, such as "kv"; empty: it is not packed.
std::string packed_order_of(const Words& words);

/// Whether the words name a projection: 'q', 'k', 'v', or 0.
char projection_named(const Words& words);

/// Sorts the modules of one attention. Modules without a place go to `left`.
AttentionParts attention_of(const std::vector<const ForeignModule*>& modules, std::vector<const ForeignModule*>& left);

}  // namespace vitrine
