/// What comes from other threads while frames are drawn, and what is asked of them.

#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/editing.h"
#include "app/export/exporting.h"
#include "app/opening/commands.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/run/edited.h"
#include "app/shell/loop/application.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/state.h"
#include "app/views/map/state.h"
#include "app/views/tokens/loading.h"
#include "app/views/tokens/state.h"

namespace vitrine {

void Application::ask_for_what_lacks() {
    if (lacks_tokenizer(state_)) command(loaded_tokenizer(tokenizer_question(state_)));
    if (lacks_edits(state_)) {
        const std::shared_ptr<const Run> run = working_run(state_);
        if (!edits_at_once(*run, state_.edits)) return opening_.request_edits(run, state_.edits);
        command(edited_now(run, state_.edits));
    }
    if (lacks_difference(state_)) {
        const ComparisonView& comparison = state_.of<ComparisonView>();
        if (!compares_at_once(comparison)) return opening_.request_difference(comparison);
        command(compared(comparison));
    }
    if (const auto run = run_without_gradients(state_)) return opening_.request_gradients(run);
    if (lacks_leak_test(state_)) return opening_.request_leak_test(state_.run, *leak_question(state_));
    if (lacks_decoding(state_)) decode();
}

void Application::decode() {
    const DecodingQuestion question = *unanswered_question(state_);
    decodes_at_once(question) ? command(decoded(question)) : opening_.request_decoding(question);
}

/// Whether the graphics card has lost numbers of what is shown; then that is opened anew.
bool Application::lose_run() {
    if (!attention_.take_loss()) return false;
    const bool loses = shows_card();
    if (loses || state_.opening || lacks_edits(state_) || lacks_difference(state_)) command(LoseRun{});
    return loses;
}

/// Whether any of what is shown has cells on the graphics card.
bool Application::shows_card() const {
    const auto needs_it = [](const std::shared_ptr<const Run>& run) { return run && rests_on_device(*run); };
    return needs_it(state_.run) || needs_it(state_.of<ComparisonView>().pinned) || needs_it(state_.of<ComparisonView>().working);
}

void Application::follow_device() {
    const AttentionStatus status = attention_.status();
    if (!status.has_said) return;
    if (const DeviceWords words = device_words(status, state_.run.get()); !(words == state_.device)) command(ShowDevice{words});
    if (state_.opening) return;  // the arrival of what is opened would wipe the message away
    if (const std::string trouble = attention_.take_trouble(); !trouble.empty()) command(Tell{trouble});
}

void Application::take_news() {
    lose_run();  // before what failed for that reason is taken for a failure of its own
    if (const auto opened = opening_.take()) command(*opened);
    if (const auto trained = training_.take()) command(*trained);
    follow_device();
}

void Application::finish_work() {
    opening_.wait();
    training_.wait();
    saving_.wait();
    take_news();
}

bool Application::expects_news() const {
    return training_.busy() || run_without_gradients(state_) || lacks_edits(state_) || lacks_difference(state_) ||
           lacks_leak_test(state_) || lacks_decoding(state_);
}

bool Application::settled() const {
    const auto is_moving = [this](const Module* module) { return module->moving && module->moving(state_); };
    const bool moving = state_.transport.playing || std::ranges::any_of(state_.modules, is_moving) || drag_.release_pending();
    return !acted_ && !state_.opening && !lacks_edits(state_) && !lacks_difference(state_) &&
           !lacks_leak_test(state_) && !lacks_decoding(state_) && state_.reveal.empty() && !moving &&
           !renderer_.heatmaps().more_to_come();
}

}  // namespace vitrine
