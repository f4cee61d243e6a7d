#pragma once
/// Tokenizers for the view of tokens.

#include "app/base/command.h"
#include "app/views/tokens/state.h"

namespace vitrine {

/// The chosen file, or else the open model's own, or else the one on board: ShowTokenizer, or TokenizerRefused where a chosen file
/// cannot be had.
Command loaded_tokenizer(const TokenizerQuestion& question);

}  // namespace vitrine
