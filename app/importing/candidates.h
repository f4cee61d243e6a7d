#pragma once
/// Finds the tensors that a piece of a parameter can be made of.

#include <string>
#include <vector>

#include "app/importing/state.h"

namespace vitrine {

struct CandidatePiece {
    Piece piece;
    std::string name;   ///< the tensor's name, or "zeros"
    bool left = false;  ///< nothing else is made of this tensor
};

/// The tensors of the right shape: unused ones first, and then by how much their name is like that of the tensor to replace. A
/// bias can also be zeros.
std::vector<CandidatePiece> candidates_for(const ImportRow& row, std::size_t place, const Mapping& mapping,
                                           const ForeignWeights& weights);

}  // namespace vitrine
