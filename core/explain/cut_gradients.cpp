#include "core/explain/cut_gradients.h"

#include <algorithm>

namespace vitrine {

CutGradients::CutGradients(const Interventions& interventions) {
    for (const Overwrite& overwrite : interventions.overwrites) {
        const Overwrite there = stored(overwrite);
        constants_[there.path].push_back(there.index);
    }
    for (const SilencedHead& silenced : interventions.silenced) silenced_[silenced.attention + ".context"].push_back(silenced.head);
}

bool CutGradients::is_constant(const std::string& path, const Index& cell) const {
    const auto written = constants_.find(path);
    if (written != constants_.end() && std::ranges::count(written->second, cell) > 0) return true;
    const auto heads = silenced_.find(path);
    return heads != silenced_.end() && std::ranges::count(heads->second, cell[1]) > 0;
}

}  // namespace vitrine
