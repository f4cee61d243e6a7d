#include "app/state/lacking.h"

#include "app/run/run.h"
#include "app/state/state.h"

namespace vitrine {

std::string lacking(const State& state, const Module& module) {
    if (!state.run || !module.lacks) return {};
    std::string why = module.lacks(*state.run);
    return why.empty() && state.run->difference ? module.lacks(*state.run->difference->a) : why;
}

bool works(const State& state, const Module& module) { return lacking(state, module).empty(); }

}  // namespace vitrine
