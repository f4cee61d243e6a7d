#pragma once
/// What can be done in the view of tokens.

#include <cstddef>
#include <memory>
#include <string>

#include "app/state/tokens_view.h"

namespace vitrine {

struct OpenTokenizer {
    std::string file;  ///< a tokenizer.json; empty: back to the open model's or the one on board
};
struct ShowTokenizer {
    std::shared_ptr<const LoadedTokenizer> loaded;
};
struct TokenizerRefused {
    TokenizerQuestion question;
    std::string why;  ///< the file cannot be had, in one line; the one before stays
};
struct SetTokensText {
    TextEdit text;  ///< the piece at the caret becomes the one that is looked at
};
struct ChoosePiece {
    std::size_t piece;  ///< with all of its merges
};
struct MovePiece {
    int by;
};
struct GoToMerge {
    std::size_t merges;  ///< how many are shown; clamped
};
struct MoveMerge {
    int by;
};
struct PlayMerges {
    bool playing;  ///< from the bytes on, where all merges are there
};

}  // namespace vitrine
