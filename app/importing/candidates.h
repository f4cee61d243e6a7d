#pragma once
/// The tensors that a piece of a parameter can be made of.

#include <string>
#include <vector>

#include "app/importing/state.h"

namespace vitrine {

struct CandidatePiece {
    Piece piece;
    std::string name;   ///< of the tensor, or "zeros"
    bool left = false;  ///< nothing else is made of it
};

/// Those of the right shape: first what is left, then by how much the name is like that of the tensor it would replace. A bias can
/// be zeros, too.
std::vector<CandidatePiece> candidates_for(const ImportRow& row, std::size_t place, const Mapping& mapping,
                                           const ForeignWeights& weights);

}  // namespace vitrine
