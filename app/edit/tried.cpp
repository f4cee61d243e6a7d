#include "app/edit/tried.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/run/edited.h"
#include "core/model/design.h"

namespace vitrine {

namespace {

struct TriedRuns {
    std::vector<std::pair<Design, std::shared_ptr<const Run>>> all;  ///< the one made last is at the end
};

/// Null if the opened model's own choices do not allow it.
std::shared_ptr<const Run> make_tried(const std::shared_ptr<const Run>& run, const Design& design) {
    Edits edits = run->edits;
    edits.design = design;
    if (!edits_at_once(*run, edits) || !refusal(design, run->model->configuration).empty()) return nullptr;
    auto made = std::make_shared<Run>(*with_edits(run, edits));
    if (made->regime.design != design) return nullptr;
    // It is kept in the run that it was made from. If it pointed back to that run, neither would ever be freed.
    made->opened.reset();
    made->untouched.reset();
    made->alterations.clear();
    made->gradients.reset();
    made->readings = std::make_shared<Slots>();
    made->generation = next_generation();
    return made;
}

}  // namespace

std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Design& design) {
    if (run->difference) return nullptr;
    if (run->regime.design == design) return run;
    constexpr std::size_t most = 8;
    auto& all = run->of<TriedRuns>().all;
    const auto known = std::ranges::find(all, design, &std::pair<Design, std::shared_ptr<const Run>>::first);
    if (known != all.end()) return known->second;
    if (all.size() == most) all.erase(all.begin());
    return all.emplace_back(design, make_tried(run, design)).second;
}

}  // namespace vitrine
