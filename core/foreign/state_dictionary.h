#pragma once
/// Finds the weights in a pickle.

#include <string>
#include <utility>
#include <vector>

#include "core/foreign/pickle.h"

namespace vitrine {

/// Tensors of a pickle by name, in its order, and notes about how they were chosen.
struct StateDictionary {
    std::vector<std::pair<std::string, const PickledTensor*>> tensors;
    std::vector<std::string> notes;
};

/// The weights in a pickle: the tensors of its top dictionary, or of the dictionary under "model_state_dict", "state_dict",
/// "model" and the like. Otherwise the tensors of all dictionaries, except an optimizer's, with the dictionary's key before each
/// name. Throws Error if there are none.
StateDictionary find_state_dictionary(const Pickle& pickle, const std::string& where);

}  // namespace vitrine
