#pragma once
/// The parts of the tokens view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/tokens/state.h"

namespace vitrine {

/// A tokenized text, and its shown piece.
struct TokensScene {
    const State& state;
    Commands& commands;
    const ReadText& read;
    const ReadPiece& piece;

    const TokensView& view() const { return state.of<TokensView>(); }
    const Tokenizer& tokenizer() const { return *read.tokenizer; }
    TokenizerKind kind() const { return kind_of(tokenizer()); }
    bool of_pairs() const { return kind() == TokenizerKind::byte_pairs || kind() == TokenizerKind::character_pairs; }
    std::string word(std::int32_t id) const { return visible_bytes(bytes_of_token(tokenizer(), id)); }
};

/// Draws the pieces of the text as chips, and the bytes of the chosen piece below its characters.
void draw_text_pieces(Ui& ui, Column& column, const TokensScene& scene);
void draw_piece_bytes(Ui& ui, Column& column, const TokensScene& scene);

/// Draws the playback buttons, and a row with the piece after each merge so far.
void draw_merges(Ui& ui, Column& column, const TokensScene& scene);

/// Draws how other models find the tokens of the piece: longest match first, the lattice, or what the library says.
void draw_matches(Ui& ui, Column& column, const TokensScene& scene);
void draw_lattice(Ui& ui, Column& column, const TokensScene& scene);
void draw_by_library(Ui& ui, Column& column);

/// Draws all tokens of the text with their ids.
void draw_token_ids(Ui& ui, Column& column, const TokensScene& scene);

/// "5 tokens for 12 bytes, of which 2 bytes were lost".
std::string token_count_words(const ReadText& read);

/// "1 byte", "3 bytes".
std::string byte_count(std::size_t count);

/// The width of one byte of a piece, if `bytes` of them are side by side in `room`.
float byte_width(float room, std::size_t bytes);

}  // namespace vitrine
