#pragma once
/// Makes the entries of a mapping from the parts that were found.

#include <optional>

#include "core/import/mapping.h"
#include "core/import/outer_parts.h"

namespace vitrine {

/// "REASON; MORE", of which either may be empty.
std::string with_reason(const std::string& reason, const std::string& more);

/// So many zeros in the place of numbers that the file does without.
Piece zeros_of(Size count);

/// Makes what consists of several modules a guess where one of them is.
void take_worse(Found& of_all, const Found& one);

/// Whether a matrix has the heads as an axis of its own.
bool has_heads_axis(const ForeignTensor& tensor);

/// How matrices of a kind are stored that shapes do not tell, since they are square.
struct SquareOrder {
    bool in_out = false;
    Certainty certainty = Certainty::sure;
    std::string why{};
};

/// What entries are made with.
struct EntryMaker {
    Size width = 0;         ///< d_model
    Size hidden = 0;        ///< dim_feedforward
    bool has_bias = false;  ///< whether the model has any bias; one that a layer does without is zeros then
    SquareOrder in_modules{}, bare{};
    Size heads = 0;         ///< for matrices that hold queries, keys and values head by head; 0: not known
    bool by_heads = false;  ///< whether they do
    Mapping& mapping;

    const SquareOrder& order_of(const ForeignModule& module) const { return module.bare ? bare : in_modules; }

    /// A parameter that nothing was found for: its name, and how many numbers each of its pieces has.
    struct Wanted {
        std::string parameter;
        std::vector<Size> counts;
    };

    /// Says what is missing. Biases are wanted only where the model has any.
    void miss(const std::string& sentence, const std::vector<Wanted>& wanted = {});

    /// Adds an entry, with whatever makes it a guess.
    void add(const std::string& parameter, std::vector<Piece> pieces, const Found& found, const std::string& note = {});

    /// A matrix outputs × inputs and its bias: PREFIX.weight, PREFIX.bias.
    void add_linear(const std::string& prefix, const Found& found, Size outputs, Size inputs);

    /// W_O, which may have the heads as an axis of its own.
    void add_output_projection(const std::string& prefix, const Found& found);

    void add_norm(const std::string& prefix, const Found& found);

    /// The packed W_Q, W_K and W_V: PREFIX.in_proj_weight, PREFIX.in_proj_bias.
    void add_projections(const std::string& prefix, const AttentionParts& parts);
};

/// A layer's entries under "transformer.encoder.layers.0".
void add_layer(const std::string& prefix, const LayerParts& parts, Stack stack, EntryMaker& maker);

/// Embeddings, positions, the LayerNorms of stacks, and the output.
void add_outer(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker);

/// Positions alone: tables of the file, or what an answer says.
void add_positions(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker);

}  // namespace vitrine
