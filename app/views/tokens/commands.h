#pragma once
/// Commands of the tokens view.

#include <cstddef>

#include "app/base/command.h"
#include "app/views/tokens/state.h"

namespace vitrine {

struct OpenTokenizer {
    std::string file;  ///< a tokenizer.json; empty: the open model's tokenizer, or the built-in one
};
void do_command(State& state, const OpenTokenizer& command);

struct ShowTokenizer {
    std::shared_ptr<const LoadedTokenizer> loaded;
};
void do_command(State& state, const ShowTokenizer& command);

struct TokenizerRefused {
    TokenizerQuestion question;
    std::string why;  ///< why the file cannot be read, in one line; the previous tokenizer stays
};
void do_command(State& state, const TokenizerRefused& command);

struct SetTokensText {
    TextEdit text;  ///< its caret also selects the piece
};
void do_command(State& state, const SetTokensText& command);

struct ChoosePiece {
    std::size_t piece;  ///< shown with all of its merges
};
void do_command(State& state, const ChoosePiece& command);

struct MovePiece {
    int by;
};
void do_command(State& state, const MovePiece& command);

struct GoToMerge {
    std::size_t merges;  ///< number of shown merges; clamped
};
void do_command(State& state, const GoToMerge& command);

struct MoveMerge {
    int by;
};
void do_command(State& state, const MoveMerge& command);

struct PlayMerges {
    bool playing;  ///< starts from the bytes if all merges are shown
};
void do_command(State& state, const PlayMerges& command);

/// While merges are played, shows the next one when its time has come.
void play_merges(State& state, double seconds);

}  // namespace vitrine
