#include "app/views/masks/leak_test_job.h"

#include <new>

#include "app/state/state.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/readings.h"

namespace vitrine {

namespace {

/// A test, and the generation of its run.
struct LeakTestQuestion {
    std::uint64_t generation;
    LeakQuestion question;

    bool operator==(const LeakTestQuestion&) const = default;
};

/// Empty if the test's pass does not fit into memory in addition to the run.
LeakTest answer_if_it_fits(const Run& run, const LeakQuestion& question) {
    try {
        return answer(run, question);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

}  // namespace

Job leak_test_job(const std::shared_ptr<const Run>& run, const LeakQuestion& question) {
    Job job = job_of(
        [run, question](Work&) {
            return ShowLeakTest{run, question, answer_if_it_fits(*run, question)};
        },
        [run, question](std::string why) -> Command {
            return ShowLeakTest{run, question, {}, std::move(why)};
        });
    job.question = LeakTestQuestion{run->generation, question};
    return job;
}

std::optional<MissingResult> missing_leak_test(const State& state) {
    if (!lacks_leak_test(state)) return std::nullopt;
    return MissingResult{leak_test_job(state.run, *leak_question(state))};
}

}  // namespace vitrine
