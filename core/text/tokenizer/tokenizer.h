#pragma once
/// Turns texts into tokens and back, like Hugging Face's `tokenizers`: a chain of five parts. The normaliser brings the text into
/// a standard form, the pre-tokenizer splits it into pieces, the model turns each piece into tokens, the post-processor puts
/// special tokens around them, and the decoder turns tokens back into a text. Before all of that, added tokens are found in the
/// text.

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/text/plain_text.h"
#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/subwords/subword_model.h"
#include "core/text/tokenizer/added_tokens.h"
#include "core/text/tokenizer/decoder.h"
#include "core/text/tokenizer/postprocessor.h"

namespace vitrine {

struct TokenizerParts {
    Normaliser normaliser = {};
    PreTokenizer pre_tokenizer = {};
    SubwordModel model;
    PostProcessor post_processor = {};
    TokenDecoder decoder = {};
    std::vector<AddedToken> added = {};
};

/// How the tokenizers that are trained here, which are byte-level BPE, prepare a text.
struct TextRules {
    bool nfkc = true;           ///< normalises the text
    bool leading_space = true;  ///< adds a space before every piece between added tokens, unless it starts with one

    bool operator==(const TextRules&) const = default;
};

/// A tokenizer with these rules.
TokenizerParts byte_level_parts(BpeModel model, std::vector<AddedToken> added, const TextRules& rules);

/// An encoded text.
struct EncodedText {
    std::vector<std::int32_t> ids;
    std::size_t lost =
        0;  ///< number of dropped characters of the (normalised) text, which have no token; of bytes, where it is bytes
};

class Tokenizer {
public:
    /// Throws Error if an added token is empty or a duplicate, or if its id is taken, far too large or not that of the model.
    explicit Tokenizer(TokenizerParts parts);
    Tokenizer(BpeModel model, std::vector<AddedToken> added, const TextRules& rules)
        : Tokenizer(byte_level_parts(std::move(model), std::move(added), rules)) {}

    const TokenizerParts& parts() const { return parts_; }
    const std::vector<AddedToken>& added() const { return parts_.added; }

    /// The rules, if the tokenizer splits texts like those that are trained here, as GPT-2's does; nothing for any other.
    std::optional<TextRules> rules() const;

    /// The byte-pair encoding. Throws Error if the tokenizer has another kind of model.
    const BpeModel& bpe() const;

    /// The largest id plus one.
    std::size_t size() const { return tokens_.size(); }

    bool is_token(std::int32_t id) const;

    /// A token as in its file; bytes are written in the byte alphabet: "Ġthe". Throws Error if the id has no token.
    const std::string& token(std::int32_t id) const;

    /// The id of a token as in its file; nothing if there is none.
    std::optional<std::int32_t> id(std::string_view token) const;

    /// All tokens by id in readable form; for bytes that is "·the" for " the", "é", and "<C3>" for a byte that is not a
    /// character. If two tokens have the same readable form, the later one is as in the file. An id without a token is written in
    /// digits.
    Vocabulary vocabulary() const;

    /// Encodes one text, without special tokens around it. For many texts use core/text/tokenizer/tokenizer_encoder.h, which caches
    /// words.
    EncodedText encode(std::string_view text) const;

    /// Tokens with the special tokens of the post-processor around them.
    std::vector<std::int32_t> with_special(std::vector<std::int32_t> ids) const;

    /// The text of tokens as bytes, which may not be UTF-8. Throws Error if an id has no token.
    std::string bytes(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text, with invalid UTF-8 as U+FFFD like Hugging Face, or as "<C3>". Both throw Error if an id has no token.
    std::string decoded(const std::vector<std::int32_t>& ids) const;
    std::string shown(const std::vector<std::int32_t>& ids) const;

    /// The ids without special tokens, to show what a model says.
    std::vector<std::int32_t> without_special(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text, without an added leading space; an id without a token is written in digits.
    std::string text(const std::vector<std::int32_t>& ids, StrayBytes stray) const;

private:
    void add(const AddedToken& token, std::size_t of_model);

    TokenizerParts parts_;
    /// A token as the decoder gets it: normalised, if it is searched for in normalised text.
    const std::string& spelling(std::int32_t id) const;

    std::vector<std::string> tokens_;                           // by id; empty: no token
    std::unordered_map<std::int32_t, std::string> normalised_;  // added tokens that the normaliser changes
    std::unordered_set<std::string> special_;                   // the special tokens
};

}  // namespace vitrine
