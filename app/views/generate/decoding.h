#pragma once
/// Answering the questions of the view of decoding.

#include "app/base/job.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// The answer to a question: ShowDecoded, or DecodingRefused with the reason. What is quickly done is done several times, and the
/// fastest is kept. Stops between two words.
Job decoding_job(const DecodingQuestion& question);

/// The answer that is to be shown next, while it is not there.
std::optional<Lack> decoding_lack(const State& state);

}  // namespace vitrine
