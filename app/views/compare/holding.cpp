#include "app/views/compare/holding.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/run/recorded.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "core/against/recorded_trace.h"
#include "core/cause/formula.h"
#include "core/cause/sentence.h"
#include "core/files/problem.h"

namespace vitrine {

std::shared_ptr<const Run> read_trace_as_run(const std::string& file, const std::shared_ptr<const Run>& ours) {
    require_transformer(ours->model->configuration, ours->model->name, "layers to search for causes");
    const RecordedTrace trace = read_recorded_trace(file);
    MatchedTrace matched = match_trace(trace, as_reference(*ours));
    std::erase_if(matched.pairs, [](const TracePair& pair) { return pair.kind == RecordedKind::gradient; });
    if (matched.pairs.empty())
        fail(file, fmt::format("none of its {} tensors has the name and shape of one of this run", trace.tensors.size()));
    return recorded_run(ours, {file, usual_tolerance, trace.tensors.size(), std::move(matched)});
}

std::string search_refusal(const Run& reference) {
    const bool altered = reference.untouched || !(reference.regime == Regime{});
    return altered ? "The run was altered by hand before the trace was compared with it, and causes are only looked for in "
                     "unaltered models."
                   : "";
}

ToldCauses causes_of(const Run& recorded, const Run& reference, const std::function<bool(int tried)>& goes_on) {
    const OurRun ours = as_reference(reference);
    const MatchedTrace& matched = recorded.recorded->matched;
    const FoundCauses found = find_causes(matched, ours, recorded.recorded->tolerance, goes_on);
    ToldCauses told;
    told.stopped = found.stopped;
    for (const Cause& cause : found.causes) {
        const CauseFormula formula = cause_formula(cause.mistake, ours);
        told.causes.push_back({std::string(name(cause.mistake.kind)), cause.mistake.where, cause_sentence(cause, ours),
                               matched.pairs[cause.explains].reference, formula.right, formula.found});
    }
    if (found.unexplained) told.unexplained = no_cause_sentence(matched.pairs[*found.unexplained]);
    return told;
}

bool holds_against_reference(const State& state) {
    const HeldTrace& held = state.of<HeldTrace>();
    const ComparisonView& comparison = state.of<ComparisonView>();
    return held.recorded && comparison.pinned == held.recorded && comparison.working == held.reference;
}

namespace {

/// The requested trace, and the run to match it with.
struct TraceQuestion {
    int asked;
    std::shared_ptr<const Run> ours;

    bool operator==(const TraceQuestion&) const = default;
};

Job reading_job(const HeldTrace& held, const std::shared_ptr<const Run>& ours) {
    const auto read = [file = held.file, ours](Work&) { return ShowTrace{file, read_trace_as_run(file, ours), ours}; };
    return making_job(read, TraceFailed{}, TraceQuestion{held.asked, ours});
}

Job searching_job(const HeldTrace& held) {
    const auto search = [recorded = held.recorded, reference = held.reference, stop = held.stop](Work& work) {
        using Clock = std::chrono::steady_clock;
        auto said = Clock::now();
        const auto goes_on = [&](int tried) {
            constexpr auto often = std::chrono::milliseconds(100);
            if (Clock::now() - said >= often) work.show(CausesTried{recorded, tried}), said = Clock::now();
            return !stop->load() && !work.stop_requested();
        };
        return TellCauses{recorded, std::make_shared<const ToldCauses>(causes_of(*recorded, *reference, goes_on))};
    };
    return making_job(search, TraceFailed{}, TraceQuestion{held.asked, held.recorded});
}

}  // namespace

std::optional<MissingResult> missing_trace(const State& state) {
    const HeldTrace& held = state.of<HeldTrace>();
    if (held.file.empty() || !state.run) return std::nullopt;
    if (!held.recorded) {
        if (lacks_edits(state)) return std::nullopt;  // a changed run will follow
        return MissingResult{.job = reading_job(held, working_run(state)), .tag = "trace"};
    }
    if (held.told || !search_refusal(*held.reference).empty()) return std::nullopt;
    return MissingResult{.job = searching_job(held), .tag = "causes"};
}

}  // namespace vitrine
