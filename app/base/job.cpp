#include "app/base/job.h"

#include <exception>
#include <new>
#include <optional>

#include "core/tensor/memory.h"

namespace vitrine {

Turn take_turn(const Job& job, Work& work) {
    try {
        return job.turn(work);
    } catch (const std::bad_alloc& problem) {
        work.show(job.failed(shortage_text(job.no_memory, problem)));
    } catch (const std::exception& error) {
        work.show(job.failed(error.what()));
    }
    return Turn::finished;
}

namespace {

/// The connection to a job whose caller waits for it, so that it is never stopped.
class WorkHere final : public Work {
public:
    bool stop_requested() const override { return false; }
    void progress(double) override {}
    void show(Command news) override { news_ = std::move(news); }

    const Command& news() const { return news_.value(); }

private:
    std::optional<Command> news_;
};

}  // namespace

Command carry_out_now(const Job& job) {
    WorkHere work;
    while (take_turn(job, work) == Turn::unfinished) continue;
    return work.news();
}

}  // namespace vitrine
