#pragma once
/// The state of the tokens view: the tokenizer, the text, and the shown piece and merge.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/text_edit.h"
#include "core/text/tokenizer/text_pieces.h"
#include "core/text/utf8.h"

namespace vitrine {

struct State;

/// Asks for a tokenizer. Equal questions have equal answers.
struct TokenizerQuestion {
    std::string file = {};                             ///< the chosen tokenizer.json; empty: none
    std::shared_ptr<const Tokenizer> own = {};         ///< the shown model's tokenizer; null: it has none
    std::optional<std::filesystem::path> folder = {};  ///< the shown model's folder, which may contain a tokenizer that the model
                                                       ///< does not use

    bool operator==(const TokenizerQuestion&) const = default;
};

enum class TokenizerFrom : std::uint8_t { file, model, board };

/// An answer. Immutable once made.
struct LoadedTokenizer {
    TokenizerQuestion question;
    TokenizerFrom from = TokenizerFrom::board;
    std::filesystem::path path = {};
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< null: no tokenizer at all
    std::string problem = {};  ///< why the model's own tokenizer is not used, or why there is none; empty: no problem
};

/// How a tokenizer finds the tokens of a piece.
enum class TokenizerKind : std::uint8_t {
    byte_pairs,       ///< bytes are merged
    character_pairs,  ///< characters are merged
    word_piece,       ///< longest match first
    unigram,          ///< the best way through all possible tokens
    sentence_piece,   ///< done by a library
};
TokenizerKind kind_of(const Tokenizer& tokenizer);

/// A piece of the text and its tokens.
struct ReadPiece {
    TextPiece text;
    BpeSteps steps = {};          ///< for pairs; empty for an added token, and for a piece that is taken whole
    bool whole = false;           ///< for pairs: the piece is a token as it is, and nothing is merged (ignore_merges)
    WordPieceSteps matches = {};  ///< for WordPiece
    UnigramLattice lattice = {};  ///< for a unigram model
    std::vector<std::int32_t> ids = {};
    std::size_t lost = 0;                       ///< bytes without a token
    std::vector<std::size_t> lost_before = {};  ///< lost bytes before each id and after the last one; bytes lost within a token
                                                ///< count after it
};

/// A tokenized text. Immutable once made.
struct ReadText {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string text;
    std::string normalised = {};
    std::vector<ReadPiece> pieces = {};
    std::size_t tokens = 0, lost = 0;  ///< of all pieces together
};

ReadText read_text(std::shared_ptr<const Tokenizer> tokenizer, const std::string& text);

/// The anchor of the text field.
inline constexpr const char* tokens_text_anchor = "tokens/text";

/// The longest text, in bytes. It is limited because every merge of a text is kept.
constexpr std::size_t longest_tokens_text = 1000;

/// The text to begin with if the model was not opened to read a text.
inline constexpr std::string_view example_sentence = "the girls haven't seen the small castles in Orléans";

/// The text to begin with: a sentence within the special tokens that the tokenizer puts around one, as far as it recognises them
/// in a text. Null: no tokenizer yet.
std::string first_text(const Tokenizer* tokenizer, std::string_view sentence = example_sentence);

struct TokensView {
    std::string given = first_text(nullptr);  ///< the text that the view begins with, for the current tokenizer
    TextEdit text = typed_text(given);
    std::string typed = {};                              ///< the text, if it differs from the given one
    std::string file = {};                               ///< the chosen tokenizer.json; empty: none
    std::shared_ptr<const LoadedTokenizer> loaded = {};  ///< the newest answer
    bool asked_anew = false;                             ///< read the file again, since it may have changed
    std::shared_ptr<const ReadText> read = {};           ///< the text, as read by that tokenizer; null: no tokenizer yet
    std::size_t piece = 0;                               ///< index of the shown piece; clamped
    std::size_t merges = 0;                              ///< number of its merges that are shown
    std::optional<double> playing = {};                  ///< while merges are played: seconds since the newest one was shown
};

/// The current question.
TokenizerQuestion tokenizer_question(const State& state);

/// Whether the open view needs a tokenizer that is not loaded.
bool lacks_tokenizer(const State& state);

/// The shown piece; null without a tokenizer or text.
const ReadPiece* shown_piece(const State& state);

/// A piece's tokens after this many merges.
std::vector<std::int32_t> tokens_after(const ReadPiece& piece, std::size_t merges);

/// How many of a piece's first symbols, bytes or characters, a token of pairs stands for.
std::size_t symbols_of_token(const Tokenizer& tokenizer, std::int32_t id);

/// The bytes of a token or, if tokens do not consist of bytes, its spelling in the file; for an added token its name.
std::string bytes_of_token(const Tokenizer& tokenizer, std::int32_t id);

}  // namespace vitrine
