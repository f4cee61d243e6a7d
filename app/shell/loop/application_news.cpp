/// Manages work off the drawing thread: starts the jobs that are needed and takes their results.

#include <algorithm>
#include <set>

#include "app/base/job.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/opening/commands.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/run/run.h"
#include "app/shell/loop/application.h"
#include "app/state/lacking.h"
#include "app/state/late_files.h"

namespace vitrine {

namespace {

std::optional<MissingResult> missing_of(const Module& module, const State& state) {
    return module.missing && works(state, module) ? module.missing(state) : std::nullopt;
}

}  // namespace

void Application::request_missing_results() {
    std::set<Tag> asked;  // tags of jobs already requested in this turn
    for (const Module* module : state_.modules) {
        const auto missing = missing_of(*module, state_);
        if (!missing || !asked.insert(missing->tag).second || waits_for_files(*missing)) continue;
        if (missing->at_once) return command(carry_out_now(missing->job));  // the next turn asks again for missing results
        scheduler_->ask(missing->tag, missing->job);
    }
    if (state_.of<LateFiles>().has_problems()) apply(state_, ForgetFileProblems{});  // nobody waits for these files any more
}

/// Has files fetched that the job is going to read and that have not come yet. If that has failed, the job has. As if the job had
/// begun, nothing more comes of an earlier one of its tag.
bool Application::waits_for_files(const MissingResult& missing) {
    const LateFiles& late = state_.of<LateFiles>();
    if (!late.lacks(missing.files)) return false;
    if (scheduler_->busy(missing.tag))
        scheduler_->ask(missing.tag, {.turn = [](Work&) { return Turn::finished; }, .failed = missing.job.failed});
    if (const std::string problem = late.problem_of(missing.files); !problem.empty()) {
        apply(state_, ForgetFileProblems{});
        command(missing.job.failed(problem));
    } else if (!late.fetches(missing.files)) {
        apply(state_, FetchFiles{missing.files});
    }
    return true;
}

bool Application::lacks_anything() const {
    return std::ranges::any_of(state_.modules, [this](const Module* module) {
        const auto missing = missing_of(*module, state_);
        return missing && !state_.of<LateFiles>().lacks(missing->files);
    });
}

/// Checks whether the graphics card has lost tensors of the shown runs. If so, the runs are made again.
bool Application::lose_run() {
    if (!attention_.take_loss()) return false;
    const bool loses = shows_card();
    if (loses || state_.opening || lacks_edits(state_) || lacks_difference(state_)) command(LoseRun{});
    return loses;
}

/// Whether any tensor of the shown runs lies on the graphics card.
bool Application::shows_card() const {
    const auto needs_it = [](const std::shared_ptr<const Run>& run) { return run && rests_on_device(*run); };
    return needs_it(state_.run) || needs_it(state_.of<ComparisonView>().pinned) || needs_it(state_.of<ComparisonView>().working);
}

void Application::follow_device() {
    const AttentionStatus status = attention_.status();
    if (!status.has_said) return;
    if (const DeviceWords words = device_words(status, state_.run.get()); !(words == state_.device)) command(ShowDevice{words});
    if (state_.opening) return;  // the model's arrival would remove the message
    if (const std::string trouble = attention_.take_attention_problem(); !trouble.empty()) command(ShowMessage{trouble});
}

void Application::take_news() {
    lose_run();  // first, so that jobs that fail because of the loss are not reported as failures
    for (const Command& news : scheduler_->take()) command(news);
    follow_device();
}

void Application::finish_work() {
    scheduler_->wait();
    take_news();
}

bool Application::expects_news() const { return scheduler_->busy() || lacks_anything(); }

bool Application::settled() const {
    const auto is_moving = [this](const Module* module) {
        return module->moving && works(state_, *module) && module->moving(state_);
    };
    const bool moving = state_.transport.playing || std::ranges::any_of(state_.modules, is_moving) || drag_.release_pending();
    return !acted_ && !preview_.is_due(state_, record_) && !fonts_.wants_characters() && !lacks_anything() &&
           state_.reveal.empty() && !moving && !renderer_.heatmaps().more_to_come();
}

}  // namespace vitrine
