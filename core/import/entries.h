#pragma once
/// Makes the entries of a mapping from the parts that were found.

#include <optional>

#include "core/import/mapping.h"
#include "core/import/outer_parts.h"

namespace vitrine {

/// "REASON; MORE"; either may be empty.
std::string with_reason(const std::string& reason, const std::string& more);

/// Zeros for numbers that the file's model does not have.
Piece zeros_of(Size count);

/// Makes `of_all` a guess if `one`, a module that is part of it, is a guess.
void take_worse(Found& of_all, const Found& one);

/// Whether the heads are an axis of their own in a matrix.
bool has_heads_axis(const ForeignTensor& tensor);

/// How matrices of a kind are stored if their shapes do not say it, because they are square.
struct SquareOrder {
    bool in_out = false;
    Certainty certainty = Certainty::sure;
    std::string why{};
};

/// What is needed to make entries.
struct EntryMaker {
    Size width = 0;         ///< d_model
    Size hidden = 0;        ///< dim_feedforward
    bool has_bias = false;  ///< whether the model has any bias; if so, a bias that a layer lacks becomes zeros
    SquareOrder in_modules{}, bare{};
    Size heads = 0;         ///< for matrices that hold queries, keys and values head by head; 0: not known
    bool by_heads = false;  ///< whether there are such matrices
    Mapping& mapping;

    const SquareOrder& order_of(const ForeignModule& module) const { return module.bare ? bare : in_modules; }

    /// A parameter for which nothing was found: its name, and the number of numbers in each of its pieces.
    struct Wanted {
        std::string parameter;
        std::vector<Size> counts;
    };

    /// Notes what is missing. Biases are wanted only if the model has any.
    void miss(const std::string& sentence, const std::vector<Wanted>& wanted = {});

    /// Adds an entry, with the reason if it is a guess.
    void add(const std::string& parameter, std::vector<Piece> pieces, const Found& found, const std::string& note = {});

    /// A matrix outputs × inputs and its bias: PREFIX.weight, PREFIX.bias.
    void add_linear(const std::string& prefix, const Found& found, Size outputs, Size inputs);

    /// W_O, in which the heads may be an axis of their own.
    void add_output_projection(const std::string& prefix, const Found& found);

    void add_norm(const std::string& prefix, const Found& found);

    /// The packed W_Q, W_K and W_V: PREFIX.in_proj_weight, PREFIX.in_proj_bias.
    void add_projections(const std::string& prefix, const AttentionParts& parts);
};

/// A layer's entries under "transformer.encoder.layers.0".
void add_layer(const std::string& prefix, const LayerParts& parts, Stack stack, EntryMaker& maker);

/// Embeddings, positions, the LayerNorms of stacks, and the output.
void add_outer(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker);

/// Adds only the positions: tables of the file, or what an answer says.
void add_positions(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker);

}  // namespace vitrine
