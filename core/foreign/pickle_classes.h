#pragma once
/// The names that pickles of a state_dict may contain, and what they turn into. Nothing is called: each name has a rule here.

#include <string>
#include <string_view>

#include "core/foreign/pickle.h"

namespace vitrine {

/// The name as it is in the list. Throws Error, prefixed with `where`, if it is not in the list: "os.system", or the class of a
/// whole module. `bytes`: the whole pickle.
std::string_view known_name(const std::string& name, std::string_view bytes, const std::string& where);

/// The result of calling `name` with the tuple `arguments`. Throws Error if it cannot be called like that.
PickleId called_in_pickle(std::string_view name, PickleId arguments, Pickle& pickle, const std::string& where);

/// The storage that a persistent id, the tuple ("storage", torch.FloatStorage, key, device, count), refers to.
PickleId storage_of_pickle(PickleId reference, Pickle& pickle, const std::string& where);

}  // namespace vitrine
