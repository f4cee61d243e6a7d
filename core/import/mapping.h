#pragma once
/// Which tensors of a file become which of our parameters.

#include <string>
#include <vector>

#include "core/foreign/foreign_tensor.h"
#include "core/import/answers.h"

namespace vitrine {

/// A part of one of our parameters. Parts are put one below the other.
struct Piece {
    enum class Kind : std::uint8_t {
        tensor,  ///< rows of a tensor of the file
        zeros,   ///< numbers that the file's model does without
        waves,   ///< positions: sines in the first half of the features, cosines in the second
    };

    Kind kind = Kind::tensor;
    std::string tensor{};        ///< its name in the file
    std::vector<int> axes = {};  ///< the order in which its axes are taken; empty: as they are. The first one counts rows
    Size first = 0;              ///< the first row
    Size rows = -1;              ///< of zeros: how many numbers; of a tensor −1: all from the first one on
    Size heads = 1;              ///< how often a matrix stands along the diagonal, with zeros beside it: each head has the same one

    bool operator==(const Piece&) const = default;
};

enum class Certainty : std::uint8_t {
    sure,
    guessed,
    mapped,  ///< a mapping that was given says so
};

/// One of our parameters.
struct MappingEntry {
    std::string parameter;
    std::vector<Piece> pieces;
    Certainty certainty = Certainty::sure;
    std::string reason{};  ///< of a guess, or of something taken otherwise than it is stored
};

/// A tensor of the file that becomes nothing.
struct LeftTensor {
    std::string name, reason;
    bool weight = false;  ///< whether the file's model may compute with it, so that ours may give other numbers
};

struct Mapping {
    std::vector<MappingEntry> entries;
    std::vector<LeftTensor> left;
    ImportAnswers answers;               ///< what is known of the questions that shapes cannot answer
    std::vector<ImportQuestion> asked;   ///< those that this file leaves open, answered or not
    std::vector<std::string> missing;    ///< what no tensor was found for, one sentence each
    std::vector<MappingEntry> wanted;    ///< the parameters of these sentences, each as so many zeros, with the sentence as reason
    std::vector<std::string> unfitting;  ///< what this architecture does not have, one sentence each
};

std::string_view name(Certainty certainty);

/// How many rows of its tensor a piece takes.
Size rows_of(const Piece& piece, const ForeignTensor& tensor);

/// Puts each correction in the place of the entry for the same parameter, or of what was wanted for it. Tensors that are used now
/// are no longer left, and those that no longer are have become so.
void correct(Mapping& mapping, const std::vector<MappingEntry>& corrections, const ForeignWeights& weights);

/// Lists anew what is left: every tensor that no entry is made of, with the reason that a proposal has for leaving it, if it has
/// one.
void list_left(Mapping& mapping, const ForeignWeights& weights, const std::vector<LeftTensor>& proposed);

/// For the table: "encoder.q.weight + 12 zeros", "encoder.{q_proj, k_proj, v_proj}.weight".
std::string pieces_text(const std::vector<Piece>& pieces);

}  // namespace vitrine
