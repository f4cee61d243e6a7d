#pragma once
/// Tokenizers for the view of tokens.

#include "app/base/job.h"
#include "app/views/tokens/state.h"

namespace vitrine {

/// The chosen file, or else the open model's own, or else the one on board: ShowTokenizer, or TokenizerRefused where a chosen file
/// cannot be had.
Job tokenizer_job(const TokenizerQuestion& question);

/// The tokenizer that the open view asks for, while it has not been told of it.
std::optional<Lack> tokenizer_lack(const State& state);

}  // namespace vitrine
