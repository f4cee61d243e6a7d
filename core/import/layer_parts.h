#pragma once
/// What the modules of one layer are: projections of its attentions, the feed-forward network, LayerNorms.

#include <array>
#include <map>
#include <string>
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
    Found packed;                                   ///< all three below each other, or with `has_own_query` keys and values
    Found packed_bias;                              ///< where it belongs to no packed weight
    std::string packed_order = "qkv";               ///< in which they follow each other: "qkv", "kqv", …
    Found output;                                   ///< W_O

    bool has_own_query() const { return packed && packed_order.find('q') == std::string::npos; }
};

/// The parts of a layer. Those of an encoder have one attention and two LayerNorms.
struct LayerParts {
    AttentionParts self, cross;
    Found linear1, linear2;
    std::array<Found, 3> norms;
    std::vector<const ForeignModule*> left;     ///< weights that have no place
    std::vector<const ForeignModule*> buffers;  ///< masks and counters
};

/// Takes the modules of one layer apart. `width`: d_model, the length of LayerNorms.
LayerParts parts_of_layer(const std::vector<const ForeignModule*>& modules, Stack stack, Size width);

/// What queries, keys and values stand behind each other in a packed matrix by its words, such as "kv"; empty: it is none.
std::string packed_order_of(const Words& words);

}  // namespace vitrine
