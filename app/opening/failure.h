#pragma once
/// Jobs whose failure leaves what is open as it is.

#include <string>
#include <utility>

#include "app/base/job.h"
#include "app/opening/commands.h"

namespace vitrine {

/// A job of one turn; where it fails, `failure` with the reason.
template <class Make>
Job making_job(Make make, OpeningFailed failure, Question question = {}) {
    Job job = job_of(std::move(make), [failure = std::move(failure)](std::string why) -> Command {
        OpeningFailed failed = failure;
        failed.why = std::move(why);
        return failed;
    });
    job.no_memory = "this model and batch need more memory than there is";
    job.question = std::move(question);
    return job;
}

}  // namespace vitrine
