#pragma once
/// The logit lens (nostalgebraist 2020): what every point of the stream would already say if the layers behind it were left out.

#include "core/pass/transformer.h"
#include "core/why/stream.h"

namespace vitrine {

/// What one point of the stream says at every position of a sentence that is no padding; where the model tells classes, at the
/// first one alone.
struct LensReading {
    StreamPoint point;
    std::vector<double> log_probability;  ///< [position]: of the word that is asked about
    std::vector<std::int32_t> top;        ///< [position]: the most probable word, the first of several
};

/// The readings of all points. Each goes the model's own way to its probabilities, with the statistics of its own numbers in the
/// final norm. `pass`: of the run. Throws Error where the logit is outside the run.
std::vector<LensReading> read_lens(const Pass& pass, const AskedRun& run, const AskedLogit& logit);

}  // namespace vitrine
