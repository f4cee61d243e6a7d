#pragma once
/// Answers the questions of the decoding view.

#include "app/base/job.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// Answers a question: shows ShowDecoded, or DecodingRefused with the reason. Can be stopped between two words.
Job decoding_job(const DecodingQuestion& question);

/// The answer to be shown next, if it is missing; else the times of the shown one, if they are (app/views/generate/timing.h).
std::optional<MissingResult> missing_decoding(const State& state);

}  // namespace vitrine
