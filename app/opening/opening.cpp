#include "app/opening/opening.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/read_ahead.h"
#include "app/run/request.h"
#include "app/session/session_partial.h"
#include "app/state/late_files.h"
#include "app/state/state.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"

namespace vitrine {

namespace {

/// The edits, with the sentences that a link gives in words.
Edits with_sentences(Edits edits, const std::optional<nlohmann::ordered_json>& link, const char* key, const Model& model,
                     std::vector<std::string>& notes) {
    if (link && link->contains(key)) edits.batch = batch_said((*link)[key], model, model.batch, notes);
    return edits;
}

/// Run A of a session. If its model is the same as that of run B, they share it.
std::shared_ptr<const Run> open_pinned(const SavedSession& session, const std::shared_ptr<const Run>& b) {
    const SavedComparison& comparison = *session.comparison;
    const std::shared_ptr<const Run> own = opened(b);
    const bool same = same_request(comparison.model, own->request);
    const auto a = same ? own : make_run(comparison.model, own->device);
    std::vector<std::string> notes;  // the user is only told about the words of run B
    const auto pinned = with_edits(a, with_sentences(comparison.edits, session.link, "against", *a->model, notes));
    read_ahead(*pinned);
    return pinned;
}

}  // namespace

namespace {

/// The run with the edits that `edits(model, notes)` makes.
template <class MakeEdits>
ShowRun edited_run(const std::shared_ptr<const Run>& run, MakeEdits&& make_edits) {
    try {
        std::vector<std::string> notes;
        const Edits edits = make_edits(*run->model, notes);
        if (edits.empty()) return {run};
        const auto edited = with_edits(run, edits);
        read_ahead(*edited);
        return {.run = edited, .note = fmt::format("{}", fmt::join(notes, "; "))};
    } catch (const Error& error) {
        return {run, error.what()};
    } catch (const std::bad_alloc& problem) {
        return {run, shortage_text("the changes need more memory than there is", problem)};
    }
}

}  // namespace

ShowRun open_run(const ModelRequest& request, const Edits& edits, const std::shared_ptr<const AttentionDevice>& device) {
    return edited_run(make_run(request, device), [&](const Model&, std::vector<std::string>&) { return edits; });
}

ShowRun open_session(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device) {
    ShowRun shown = edited_run(make_run(*session.model, device), [&](const Model& model, std::vector<std::string>& notes) {
        return with_sentences(session.edits, session.link, "batch", model, notes);
    });
    if (!session.comparison) return shown;
    try {
        shown.pinned = open_pinned(session, shown.run);
    } catch (const Error& error) {
        shown.lost_pinned = error.what();
    } catch (const std::bad_alloc& problem) {
        shown.lost_pinned = shortage_text("both runs need more memory than there is", problem);
    }
    return shown;
}

Job opening_job(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device) {
    return making_job([session, device](Work&) { return open_session(session, device); },
                      OpeningFailed{.why = {}, .model = *session.model});
}

namespace {

/// Identifies the run that lacks gradients, by its generation.
struct GradientsQuestion {
    std::uint64_t generation;

    bool operator==(const GradientsQuestion&) const = default;
};

}  // namespace

Job gradients_job(const std::shared_ptr<const Run>& run) {
    return making_job([run](Work&) { return UpdateRun{with_gradients(*run)}; }, GradientsFailed{},
                      GradientsQuestion{run->generation});
}

namespace {

/// Identifies a request to open a model: how many requests there have been so far.
struct OpeningQuestion {
    int opening;

    bool operator==(const OpeningQuestion&) const = default;
};

}  // namespace

std::optional<MissingResult> missing_opening(const State& state) {
    if (!state.opening) return std::nullopt;
    const auto& session = state.of<PendingSession>().session;
    const bool of_session = session && same_request(*session->model, *state.opening);
    const SavedSession wanted = of_session ? *session : SavedSession{.model = state.opening};
    Job job = opening_job(wanted, state.of<OpeningDevice>().device);
    job.question = OpeningQuestion{state.openings};
    MissingResult missing{.job = std::move(job), .files = late_names(*wanted.model)};
    if (wanted.comparison) std::ranges::move(late_names(wanted.comparison->model), std::back_inserter(missing.files));
    return missing;
}

std::optional<MissingResult> missing_gradients(const State& state) {
    const std::shared_ptr<const Run> run = run_without_gradients(state);
    if (!run) return std::nullopt;
    return MissingResult{gradients_job(run)};
}

}  // namespace vitrine
