#include "app/edit/tried.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/run/edited.h"
#include "core/model/design.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct TriedRuns {
    std::vector<std::pair<Edits, std::shared_ptr<const Run>>> all;  ///< the latest at the end
};

std::shared_ptr<const Run> make_tried(const std::shared_ptr<const Run>& run, const Edits& edits) {
    if (!edits_at_once(*run, edits)) return nullptr;
    auto made = std::make_shared<Run>(*with_edits(run, edits));
    // It is kept with the run it was made from: pointing back there, neither would ever be given up.
    made->opened.reset();
    made->untouched.reset();
    made->alterations.clear();
    made->gradients.reset();
    made->readings = std::make_shared<Slots>();
    made->generation = next_generation();
    return made;
}

/// Null if the edits do not fit the model: a number is set by hand in a tensor that the other design does not have, or the
/// opened model's own choices stand in the way.
std::shared_ptr<const Run> make_tried_or_none(const std::shared_ptr<const Run>& run, const Edits& edits) {
    try {
        return make_tried(run, edits);
    } catch (const Error&) {
        return nullptr;
    }
}

}  // namespace

std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Edits& edits) {
    if (run->difference) return nullptr;
    if (run->edits == edits) return run;
    if (const auto existing = existing_run(run, edits)) return existing;
    constexpr std::size_t most = 8;
    auto& all = run->of<TriedRuns>().all;
    const auto known = std::ranges::find(all, edits, &std::pair<Edits, std::shared_ptr<const Run>>::first);
    if (known != all.end()) return known->second;
    if (all.size() == most) all.erase(all.begin());
    return all.emplace_back(edits, make_tried_or_none(run, edits)).second;
}

std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Design& design) {
    if (run->regime.design == design) return run;
    Edits edits = run->edits;
    edits.design = design;
    const auto made = tried(run, edits);
    return made && made->regime.design == design ? made : nullptr;
}

}  // namespace vitrine
