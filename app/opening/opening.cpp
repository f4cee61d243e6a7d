#include "app/opening/opening.h"

#include <exception>
#include <new>
#include <utility>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/attention_readings.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/run/tensor_readings.h"
#include "app/session/data.h"
#include "app/views/generate/state.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"
#include "core/tensor/error.h"

namespace vitrine {

Opening::Opening(std::shared_ptr<const AttentionDevice> device)
    : device_(std::move(device)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

void Opening::ask(Job job) {
    compared_ = {};
    differentiated_ = edited_from_ = tested_of_ = 0;  // what was under way for these is outdated
    decoded_.reset();
    outdated_.request_stop();
    outdated_ = std::stop_source();
    if (auto* decoding = std::get_if<Decoding>(&job)) decoding->outdated = outdated_.get_token();
    const std::scoped_lock lock(mutex_);
    next_ = std::move(job);
    result_.reset();
    changed_.notify_all();
}

void Opening::request_gradients(const std::shared_ptr<const Run>& run) {
    if (run->gradients || differentiated_ == run->generation) return;
    ask(run);
    differentiated_ = run->generation;
}

void Opening::request_edits(const std::shared_ptr<const Run>& run, const Edits& edits) {
    if (edited_from_ == run->generation && edited_ == edits) return;
    ask(Edit{run, edits});
    edited_from_ = run->generation;
    edited_ = edits;
}

void Opening::request_difference(const ComparisonView& comparison) {
    const ComparedRuns runs{comparison.pinned, comparison.working, comparison.difference};
    if (compared_.a == runs.a && compared_.b == runs.b) return;
    ask(runs);
    compared_ = {runs.a, runs.b};
}

void Opening::request_leak_test(const std::shared_ptr<const Run>& run, const LeakQuestion& question) {
    if (tested_of_ == run->generation && tested_ == question) return;
    ask(Test{run, question});
    tested_of_ = run->generation;
    tested_ = question;
}

void Opening::request_decoding(const DecodingQuestion& question) {
    if (decoded_ == question) return;
    ask(Decoding{question, {}});
    decoded_ = question;
}

std::optional<Command> Opening::take() {
    const std::scoped_lock lock(mutex_);
    if (result_) {  // the same may be asked for again
        edited_from_ = differentiated_ = 0;
        compared_ = {};
        decoded_.reset();
    }
    return std::exchange(result_, std::nullopt);
}

void Opening::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !next_ && !busy_; });
}

/// Empty where the pass without a mask does not fit into memory beside the one there is: it is not to be asked for again.
LeakTest Opening::answer_if_it_fits(const Test& test) {
    try {
        return answer(*test.run, test.question);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

namespace {

/// What comes of making something, or that it failed, and why.
template <class Make>
Command result_of(OpeningFailed failure, Make&& make) {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        failure.why = "this model and batch need more memory than there is";
    } catch (const std::exception& error) {
        failure.why = error.what();
    }
    return failure;
}

/// What the screen asks of a whole run is found out here, away from the drawing thread.
void read_all(const Run& run) {
    run.statistics->find_all();
    run.of<AttentionReadings>().read_all(run);
    run.of<TensorReadings>().read_large(run);
}

/// Run A of a session; it shares the model with run B where it is the same.
std::shared_ptr<const Run> open_pinned(const SavedComparison& comparison, const std::shared_ptr<const Run>& b) {
    const std::shared_ptr<const Run> own = opened(b);
    const bool same = same_request(comparison.model, own->request);
    const auto pinned = with_edits(same ? own : make_run(comparison.model, own->device), comparison.edits);
    read_all(*pinned);
    return pinned;
}

}  // namespace

ShowRun open_run(const ModelRequest& request, const Edits& edits, const std::shared_ptr<const AttentionDevice>& device) {
    const auto run = make_run(request, device);
    if (edits.empty()) return {run};
    try {
        const auto edited = with_edits(run, edits);
        read_all(*edited);
        return {edited};
    } catch (const Error& error) {
        return {run, error.what()};
    }
}

ShowRun open_session(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device) {
    ShowRun shown = open_run(*session.model, session.edits, device);
    if (!session.comparison) return shown;
    try {
        shown.pinned = open_pinned(*session.comparison, shown.run);
    } catch (const Error& error) {
        shown.lost_pinned = error.what();
    } catch (const std::bad_alloc&) {
        shown.lost_pinned = "both runs need more memory than there is";
    }
    return shown;
}

Command edited_now(const std::shared_ptr<const Run>& run, const Edits& edits) {
    return result_of({.why = {}, .what = Making::edits, .edits = edits},
                     [&]() -> Command { return ShowEditedRun{with_edits(run, edits)}; });
}

Command compared(const ComparisonView& comparison) {
    return result_of({.why = {}, .what = Making::difference}, [&]() -> Command {
        return ShowDifference{difference_of({comparison.pinned, comparison.working, comparison.difference})};
    });
}

Command Opening::make(const Decoding& decoding) {
    return decoded(decoding.question, [&](const Generation&) { return !decoding.outdated.stop_requested(); });
}

Command Opening::carry_out(const Job& job) const {
    return std::visit([this](const auto& wanted) { return this->make(wanted); }, job);
}

Command Opening::make(const SavedSession& session) const {
    return result_of({.why = {}, .what = Making::model, .model = *session.model},
                     [&]() -> Command { return open_session(session, device_); });
}

Command Opening::make(const std::shared_ptr<const Run>& run) {
    return result_of({.why = {}, .what = Making::gradients}, [&]() -> Command { return UpdateRun{with_gradients(*run)}; });
}

Command Opening::make(const Edit& edit) {
    return result_of({.why = {}, .what = Making::edits, .edits = edit.edits}, [&]() -> Command {
        const auto run = with_edits(edit.run, edit.edits);
        read_all(*run);
        // Where a device has the run as it was, what it is altered from has just been made, and Undo may show it.
        const bool is_new = run->untouched && run->untouched != untouched(edit.run) && rests_on_device(*run);
        if (is_new) read_all(*run->untouched);
        return ShowEditedRun{run};
    });
}

Command Opening::make(const ComparedRuns& runs) {
    return result_of({.why = {}, .what = Making::difference}, [&]() -> Command {
        const auto run = difference_of(runs);
        run->statistics->find_all();
        run->of<TensorReadings>().read_large(*run);
        return ShowDifference{run};
    });
}

Command Opening::make(const Test& test) {
    return result_of({.why = {}, .what = Making::leak_test}, [&]() -> Command {
        return ShowLeakTest{test.run, test.question, answer_if_it_fits(test)};
    });
}

void Opening::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
        const Job job = *std::exchange(next_, std::nullopt);
        busy_ = true;
        lock.unlock();
        Command result = carry_out(job);
        lock.lock();
        busy_ = false;
        if (!next_) result_ = std::move(result);
        changed_.notify_all();
    }
}

}  // namespace vitrine
