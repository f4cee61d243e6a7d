#pragma once
/// Answers the questions of the decoding view.

#include "app/base/job.h"
#include "app/views/generate/state.h"

namespace vitrine {

/// Answers a question. Shows ShowDecoded, or DecodingRefused with the reason. Quick decodings are measured several times, and the
/// fastest is kept. Can be stopped between two words.
Job decoding_job(const DecodingQuestion& question);

/// The next answer to show, if it is missing.
std::optional<MissingResult> missing_decoding(const State& state);

}  // namespace vitrine
