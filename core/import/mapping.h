#pragma once
/// A mapping: which tensors of a file become which of our parameters.

#include <string>
#include <vector>

#include "core/foreign/foreign_tensor.h"
#include "core/import/answers.h"

namespace vitrine {

/// A part of one of our parameters. Parts are stacked one below the other.
struct Piece {
    enum class Kind : std::uint8_t {
        tensor,  ///< rows of a tensor of the file
        zeros,   ///< numbers that the file's model does not have
        waves,   ///< positions: sines in the first half of the features, cosines in the second
    };

    Kind kind = Kind::tensor;
    std::string tensor{};        ///< its name in the file
    std::vector<int> axes = {};  ///< the order in which its axes are taken; empty: their own. The first one counts rows
    Size first = 0;              ///< the first row
    Size rows = -1;              ///< for zeros: how many numbers; for a tensor −1: all rows from the first one on
    Size heads = 1;              ///< how often a matrix is repeated along the diagonal, with zeros elsewhere, because all heads
                                 ///< share it

    bool operator==(const Piece&) const = default;
};

enum class Certainty : std::uint8_t {
    sure,
    guessed,
    mapped,  ///< a given mapping says so
};

/// One of our parameters.
struct MappingEntry {
    std::string parameter;
    std::vector<Piece> pieces;
    Certainty certainty = Certainty::sure;
    std::string reason{};  ///< of a guess, or of a tensor that is not taken as it is stored
};

/// A tensor of the file that is not used.
struct LeftTensor {
    std::string name, reason;
    bool weight = false;  ///< whether the file's model may compute with it, so that our numbers may differ
};

struct Mapping {
    std::vector<MappingEntry> entries;
    std::vector<LeftTensor> left;
    ImportAnswers answers;               ///< what is known about the questions that shapes cannot answer
    std::vector<ImportQuestion> asked;   ///< the questions that this file leaves open, answered or not
    std::vector<std::string> missing;    ///< parameters for which no tensor was found, one sentence each
    std::vector<MappingEntry> wanted;    ///< the parameters in these sentences, each as zeros, with the sentence as the reason
    std::vector<std::string> unfitting;  ///< tensors that this architecture has no place for, one sentence each
};

std::string_view name(Certainty certainty);

/// The number of rows of its tensor that a piece takes.
Size rows_of(const Piece& piece, const ForeignTensor& tensor);

/// Replaces the entry for the same parameter, or what was wanted for it, by each correction. Updates the list of tensors that are
/// left over.
void correct(Mapping& mapping, const std::vector<MappingEntry>& corrections, const ForeignWeights& weights);

/// Makes the list of tensors that are left over anew: every tensor that no entry uses, with the reason from a proposal, if it has
/// one.
void list_left(Mapping& mapping, const ForeignWeights& weights, const std::vector<LeftTensor>& proposed);

/// For the table: "encoder.q.weight + 12 zeros", "encoder.{q_proj, k_proj, v_proj}.weight".
std::string pieces_text(const std::vector<Piece>& pieces);

}  // namespace vitrine
