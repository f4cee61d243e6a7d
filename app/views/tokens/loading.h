#pragma once
/// Loading tokenizers for the tokens view.

#include "app/base/job.h"
#include "app/views/tokens/state.h"

namespace vitrine {

/// Loads the chosen file, or else the open model's tokenizer, or else the built-in one. Shows ShowTokenizer, or TokenizerRefused
/// if the chosen file cannot be read.
Job tokenizer_job(const TokenizerQuestion& question);

/// The tokenizer that the open view needs, if it is missing.
std::optional<MissingResult> missing_tokenizer(const State& state);

}  // namespace vitrine
