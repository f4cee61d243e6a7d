#include "app/state/lacking.h"

#include "app/state/state.h"

namespace vitrine {

std::string lacking(const State& state, const Module& module) { return state.run && module.lacks ? module.lacks(state) : ""; }

bool works(const State& state, const Module& module) { return lacking(state, module).empty(); }

}  // namespace vitrine
