#pragma once
/// Where in a pickle the weights are.

#include <string>
#include <utility>
#include <vector>

#include "core/foreign/pickle.h"

namespace vitrine {

/// Tensors of a pickle by name, in its order, and what was said about the choice.
struct StateDictionary {
    std::vector<std::pair<std::string, const PickledTensor*>> tensors;
    std::vector<std::string> notes;
};

/// The weights in a pickle: its own tensors, or those of the dictionary below "model_state_dict", "state_dict", "model" and the
/// like. Otherwise those of every dictionary that has tensors, with its key before their names, but no optimizer's. Throws Error
/// where there are none.
StateDictionary find_state_dictionary(const Pickle& pickle, const std::string& where);

}  // namespace vitrine
