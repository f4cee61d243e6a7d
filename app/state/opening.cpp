#include "app/state/opening.h"

#include <exception>
#include <new>
#include <utility>

#include "app/state/editing.h"
#include "core/tensor/error.h"

namespace vitrine {

Opening::Opening() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

void Opening::ask(Job job) {
    compared_ = {};
    differentiated_ = edited_from_ = tested_of_ = 0;  // what was under way for these is outdated
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

std::optional<Command> Opening::take() {
    const std::scoped_lock lock(mutex_);
    if (result_) {  // the same may be asked for again
        edited_from_ = differentiated_ = 0;
        compared_ = {};
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

/// What comes of making something, or why it could not be made.
template <class Make>
Command result_of(Make&& make) {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        return OpeningFailed{"this model and batch need more memory than there is"};
    } catch (const std::exception& error) {
        return OpeningFailed{error.what()};
    }
}

}  // namespace

ShowRun open_run(const ModelRequest& request, const Edits& edits) {
    const auto run = make_run(request);
    if (edits.empty()) return {run};
    try {
        return {with_edits(run, edits)};
    } catch (const Error& error) {
        return {run, error.what()};
    }
}

Command edited(const std::shared_ptr<const Run>& run, const Edits& edits) {
    return result_of([&]() -> Command { return ShowEditedRun{with_edits(run, edits)}; });
}

Command compared(const ComparisonView& comparison) {
    return result_of([&]() -> Command {
        return ShowDifference{difference_of({comparison.pinned, comparison.working, comparison.difference})};
    });
}

Command Opening::carry_out(const Job& job) {
    return result_of([&]() -> Command {
        if (const auto* run = std::get_if<std::shared_ptr<const Run>>(&job)) return UpdateRun{with_gradients(**run)};
        if (const auto* edit = std::get_if<Edit>(&job)) {
            const auto run = with_edits(edit->run, edit->edits);
            run->statistics->find_all();
            run->attention->read_all(*run);
            run->readings->read_large(*run);
            return ShowEditedRun{run};
        }
        if (const auto* runs = std::get_if<ComparedRuns>(&job)) {
            const auto run = difference_of(*runs);
            run->statistics->find_all();
            run->readings->read_large(*run);
            return ShowDifference{run};
        }
        if (const auto* test = std::get_if<Test>(&job)) return ShowLeakTest{test->run, test->question, answer_if_it_fits(*test)};
        const Open& open = std::get<Open>(job);
        return open_run(open.request, open.edits);
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
