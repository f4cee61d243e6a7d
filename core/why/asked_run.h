#pragma once
/// What a run is asked about: the logit of a word at a position, alone or against another word's; or the score of a class.

#include <optional>
#include <span>

#include "core/trace/trace.h"

namespace vitrine {

/// A run, and the parameters that it used, as named tensors. Requires: what it refers to outlives it.
struct AskedRun {
    const Configuration& configuration;
    const Trace& trace;
    const Trace& parameters;  ///< of make_parameter_trace

    /// A recorded tensor or a parameter. Throws Error where the run has no such path.
    TensorView find(const std::string& path) const;
};

/// Or the difference of two logits, or the score of a class.
struct AskedLogit {
    Size sentence = 0, position = 0;        ///< of the last stack; classes are told from position 0
    std::int32_t word = 0;                  ///< or the number of a class
    std::optional<std::int32_t> against{};  ///< the logit of `word` minus that of this one
};

/// The tensor of the logits or of the scores of classes; where logits are capped, those before the cap.
std::string asked_tensor(const Configuration& configuration);

/// Throws Error naming what is outside the run: the sentence, the position, a word. Also where the model has neither logits nor
/// classes.
void check(const AskedLogit& logit, const AskedRun& run);

/// The logit, or the difference of the two, as recorded.
double recorded_logit(const AskedLogit& logit, const AskedRun& run);

/// log softmax(scores)[word], in double.
double log_probability(std::span<const Scalar> scores, std::int32_t word);

/// The positions of a sentence of the last stack that are no padding.
std::vector<Size> positions_of(const AskedRun& run, Size sentence);

}  // namespace vitrine
