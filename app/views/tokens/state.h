#pragma once
/// What the view of tokens remembers: which tokenizer reads which text, and which merge of which piece of it is looked at.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/text_edit.h"
#include "core/text/text_pieces.h"
#include "core/text/utf8.h"

namespace vitrine {

struct State;

/// Which tokenizer is wanted: two equal questions have the same answer.
struct TokenizerQuestion {
    std::string file = {};                             ///< a tokenizer.json that was chosen; empty: none was
    std::shared_ptr<const Tokenizer> own = {};         ///< of the model that is shown; null: it has none
    std::optional<std::filesystem::path> folder = {};  ///< of that model; may hold one that is not used

    bool operator==(const TokenizerQuestion&) const = default;
};

enum class TokenizerFrom : std::uint8_t { file, model, board };

/// An answer. Immutable once made.
struct LoadedTokenizer {
    TokenizerQuestion question;
    TokenizerFrom from = TokenizerFrom::board;
    std::filesystem::path path = {};
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< null where there is none at all
    std::string problem = {};                         ///< why it is not the model's own, or there is none; empty: nothing is wrong
};

/// A piece of the text and what becomes of it.
struct ReadPiece {
    TextPiece text;
    BpeSteps steps = {};  ///< without any for an added token
    std::vector<std::int32_t> ids = {};
    std::size_t lost = 0;                       ///< bytes without a token
    std::vector<std::size_t> lost_before = {};  ///< of these, before each id and, last, after all; those amid a token come after it
};

/// A text as a tokenizer takes it apart. Immutable once made.
struct ReadText {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string text;
    std::string normalised = {};
    std::vector<ReadPiece> pieces = {};
    std::size_t tokens = 0, lost = 0;  ///< of all pieces
};

ReadText read_text(std::shared_ptr<const Tokenizer> tokenizer, const std::string& text);

/// The anchor of the field that the text is typed into.
inline constexpr const char* tokens_text_anchor = "tokens/text";

/// Longer texts are not taken: every merge of them is kept.
constexpr std::size_t longest_tokens_text = 1000;

struct TokensView {
    TextEdit text = typed_text("[BOS]the girls haven't seen the small castles in Orléans[EOS]");
    std::string file = {};                               ///< the tokenizer.json that was chosen; empty: none was
    std::shared_ptr<const LoadedTokenizer> loaded = {};  ///< the newest answer
    bool asked_anew = false;                             ///< the same file may hold another tokenizer by now
    std::shared_ptr<const ReadText> read = {};           ///< the text by that tokenizer; null before there is one
    std::size_t piece = 8;                               ///< of the text; clamped
    std::size_t merges = 0;                              ///< how many of its merges are on the screen
    std::optional<double> playing = {};  ///< seconds for which the newest merge has been there, while they are played
};

/// What is asked for now.
TokenizerQuestion tokenizer_question(const State& state);

/// True where the open view has not been told of the tokenizer that it asks for.
bool lacks_tokenizer(const State& state);

/// The piece that is looked at; null where there is no tokenizer or no text.
const ReadPiece* shown_piece(const State& state);

/// A piece's tokens after so many of its merges.
std::vector<std::int32_t> tokens_after(const ReadPiece& piece, std::size_t merges);

/// The bytes of a token: an added one's are its name.
std::string bytes_of_token(const Tokenizer& tokenizer, std::int32_t id);

}  // namespace vitrine
