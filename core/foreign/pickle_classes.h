#pragma once
/// What pickles of a state_dict may name, and what becomes of it. Nothing is called: each name has a rule here.

#include <string>
#include <string_view>

#include "core/foreign/pickle.h"

namespace vitrine {

/// The name as the list has it. Throws Error, prefixed with `where`, where it is not there: "os.system", or the class of a whole
/// module. `bytes`: the whole pickle.
std::string_view known_name(const std::string& name, std::string_view bytes, const std::string& where);

/// What becomes of calling `name` with the tuple `arguments`. Throws Error where it cannot be called so.
PickleId called_in_pickle(std::string_view name, PickleId arguments, Pickle& pickle, const std::string& where);

/// The storage that a persistent id, the tuple ("storage", torch.FloatStorage, key, device, count), refers to.
PickleId storage_of_pickle(PickleId reference, Pickle& pickle, const std::string& where);

}  // namespace vitrine
