#pragma once
/// The parts of the view of tokens. Each draws itself into a column from y downwards and returns where the next one begins.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"
#include "app/views/tokens/state.h"

namespace vitrine {

struct TokensColumn {
    float left, right;
    float width() const { return right - left; }
};

/// A text that was read, and the piece of it that is looked at.
struct TokensDesk {
    const State& state;
    Commands& commands;
    const ReadText& read;
    const ReadPiece& piece;

    const TokensView& view() const { return state.of<TokensView>(); }
    const Tokenizer& tokenizer() const { return *read.tokenizer; }
    std::string word(std::int32_t id) const { return visible_bytes(bytes_of_token(tokenizer(), id)); }
};

/// A title with a remark after it.
float draw_tokens_heading(Ui& ui, const TokensColumn& column, float y, std::string_view title, std::string_view remark);

/// The pieces of the text as chips, and the bytes of the chosen one below the characters that they are.
float draw_text_pieces(Ui& ui, const TokensColumn& column, float y, const TokensDesk& desk);
float draw_piece_bytes(Ui& ui, const TokensColumn& column, float y, const TokensDesk& desk);

/// The buttons that play, and the piece after every merge so far, a row each.
float draw_merges(Ui& ui, const TokensColumn& column, float y, const TokensDesk& desk);

/// All tokens of the text with their ids.
float draw_token_ids(Ui& ui, const TokensColumn& column, float y, const TokensDesk& desk);

/// "1 byte", "3 bytes".
std::string byte_count(std::size_t count);

/// How wide one byte of a piece is drawn, where so many have to stand side by side.
float byte_width(float room, std::size_t bytes);

/// Chips and the like from left to right, and on in the next line where one has no room.
class TokensFlow {
public:
    TokensFlow(const TokensColumn& column, float y, float line) : column_(column), at_{column.left, y}, line_(line) {}

    /// Where something so wide goes, which is no wider than the column.
    ImVec2 next(float width);
    float bottom() const { return at_.y + line_; }

private:
    TokensColumn column_;
    ImVec2 at_;
    float line_;
};

}  // namespace vitrine
