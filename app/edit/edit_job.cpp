#include "app/edit/edit_job.h"

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/run/read_ahead.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

/// Identifies the edits, and the run that they are made from by its generation.
struct EditQuestion {
    std::uint64_t generation;
    Edits edits;

    bool operator==(const EditQuestion&) const = default;
};

void read_made(const Run& made, const std::shared_ptr<const Run>& from) {
    read_ahead(made);
    // A run that was not all in memory has just been repeated as the base of this edit; Undo may show that base.
    const bool is_new = made.untouched && made.untouched != untouched(from) && made.untouched->in_memory;
    if (is_new) read_ahead(*made.untouched);
}

}  // namespace

Job edit_job(const std::shared_ptr<const Run>& run, const Edits& edits) {
    const auto make = [run, edits](Work&) {
        const auto made = with_edits(run, edits);
        if (!edits_at_once(*run, edits)) read_made(*made, run);  // a small run is read when it is looked at
        return ShowEditedRun{made};
    };
    return making_job(make, EditsFailed{.why = {}, .edits = edits}, EditQuestion{run->generation, edits});
}

std::optional<MissingResult> missing_edits(const State& state) {
    if (!lacks_edits(state)) return std::nullopt;
    const std::shared_ptr<const Run>& run = working_run(state);
    return MissingResult{.job = edit_job(run, state.edits), .at_once = edits_at_once(*run, state.edits)};
}

}  // namespace vitrine
