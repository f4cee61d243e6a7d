#pragma once
/// What can be done in the view of tokens.

#include <cstddef>

#include "app/base/command.h"
#include "app/views/tokens/state.h"

namespace vitrine {

struct OpenTokenizer {
    std::string file;  ///< a tokenizer.json; empty: back to the open model's or the one on board
};
void do_command(State& state, const OpenTokenizer& command);

struct ShowTokenizer {
    std::shared_ptr<const LoadedTokenizer> loaded;
};
void do_command(State& state, const ShowTokenizer& command);

struct TokenizerRefused {
    TokenizerQuestion question;
    std::string why;  ///< the file cannot be had, in one line; the one before stays
};
void do_command(State& state, const TokenizerRefused& command);

struct SetTokensText {
    TextEdit text;  ///< the piece at the caret becomes the one that is looked at
};
void do_command(State& state, const SetTokensText& command);

struct ChoosePiece {
    std::size_t piece;  ///< with all of its merges
};
void do_command(State& state, const ChoosePiece& command);

struct MovePiece {
    int by;
};
void do_command(State& state, const MovePiece& command);

struct GoToMerge {
    std::size_t merges;  ///< how many are shown; clamped
};
void do_command(State& state, const GoToMerge& command);

struct MoveMerge {
    int by;
};
void do_command(State& state, const MoveMerge& command);

struct PlayMerges {
    bool playing;  ///< from the bytes on, where all merges are there
};
void do_command(State& state, const PlayMerges& command);

/// While merges are played, one comes after another.
void play_merges(State& state, double seconds);

}  // namespace vitrine
