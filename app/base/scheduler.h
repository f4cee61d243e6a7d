#pragma once
/// Runs jobs beside the frames, so that no frame waits for them.

#include <chrono>

#include "app/base/job.h"

namespace vitrine {

/// Where jobs are done.
enum class Scheduling : std::uint8_t {
    threads,  ///< one thread per tag
    slices,   ///< all jobs on the calling thread, a few turns at a time: a browser has no other thread
};

/// Runs one job per tag at a time. To be used by one thread only, the drawing thread.
class Scheduler {
public:
    virtual ~Scheduler() = default;  ///< tells running jobs to stop and waits for the end of their turns; their results are dropped

    /// Requests a job. The earlier job of this tag is dropped, or told to stop if it runs, and delivers nothing more. Does nothing
    /// if that job has the same question and runs, or its result has not been taken yet.
    virtual void ask(Tag tag, Job job) = 0;

    /// Tells the running job of this tag to stop. What it has shown can still be taken, since the job may already be done.
    virtual void stop(Tag tag) = 0;

    /// The commands shown since the last call: the newest one per tag, in the order in which the tags were first used.
    virtual Commands take() = 0;

    /// True from ask() until the job has ended and take() has returned its result.
    virtual bool busy(Tag tag) const = 0;
    virtual bool busy() const = 0;  ///< true if a job of any tag is busy

    /// The finished share of the newest job of this tag, 0 … 1, as the job reports it.
    virtual double progress(Tag tag) const = 0;

    /// Waits until every job has ended or has answered Turn::endless.
    virtual void wait() = 0;

    /// Call this in every frame. With Scheduling::slices, jobs run for about this time: a turn that takes longer is finished, and
    /// every tag gets one turn.
    virtual void spend(std::chrono::duration<double> time) = 0;
};

std::unique_ptr<Scheduler> make_scheduler(Scheduling scheduling);

}  // namespace vitrine
