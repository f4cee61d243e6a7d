#pragma once
/// Does jobs beside the frames, so that none of these waits for them.

#include <chrono>

#include "app/base/job.h"

namespace vitrine {

/// Where jobs are done.
enum class Scheduling : std::uint8_t {
    threads,  ///< the jobs of every tag on a thread of their own
    slices,   ///< all on the thread that asks, a few turns at a time: a browser has no other
};

/// Of every tag one job at a time. To be used by one thread, the one that draws.
class Scheduler {
public:
    virtual ~Scheduler() = default;  ///< after the turn under way, which is told to stop; nothing comes of that

    /// Asks for a job. It outdates the one of this tag that was asked for before: that is not begun, or told to stop, and nothing
    /// more comes of it. Nothing changes where both are to find out the same and what came of the first has not been taken.
    virtual void ask(Tag tag, Job job) = 0;

    /// Tells what is under way to stop. What comes of it is there to be taken nevertheless: it may have been done already.
    virtual void stop(Tag tag) = 0;

    /// What jobs have shown since it was taken last: of every tag the newest, in the order in which the tags were first asked for.
    virtual Commands take() = 0;

    /// True from ask() until a job has ended and take() has given what came of it.
    virtual bool busy(Tag tag) const = 0;
    virtual bool busy() const = 0;  ///< with any of them

    /// How much is done of what was asked for last, 0 … 1, as that says.
    virtual double progress(Tag tag) const = 0;

    /// Waits until every job has ended or, where it goes on until it is told to stop, has shown what was asked for.
    virtual void wait() = 0;

    /// Called with every frame: where there is no other thread, jobs have so much time now. A turn that takes longer is finished,
    /// and every tag has one.
    virtual void spend(std::chrono::duration<double> time) = 0;
};

std::unique_ptr<Scheduler> make_scheduler(Scheduling scheduling);

}  // namespace vitrine
