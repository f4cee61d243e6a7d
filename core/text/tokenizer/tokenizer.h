#pragma once
/// Turns texts into tokens and back, like Hugging Face's `tokenizers`: a chain of five parts. The normaliser brings the text into
/// one form, the pre-tokenizer cuts it into pieces, the model turns each piece into tokens, the post-processor puts special tokens
/// around them, and the decoder makes a text of tokens again. Before all of that, added tokens are found in the text.

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

/// How a text is prepared by the tokenizers that are trained here, which are byte-level BPE.
struct TextRules {
    bool nfkc = true;           ///< normalises it
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
    /// Throws Error where an added token is empty or a duplicate, or its id is taken, far too large or not that of the model.
    explicit Tokenizer(TokenizerParts parts);
    Tokenizer(BpeModel model, std::vector<AddedToken> added, const TextRules& rules)
        : Tokenizer(byte_level_parts(std::move(model), std::move(added), rules)) {}

    const TokenizerParts& parts() const { return parts_; }
    const std::vector<AddedToken>& added() const { return parts_.added; }

    /// The rules of a tokenizer that cuts as those do that are trained here, as GPT-2's does; nothing of another one.
    std::optional<TextRules> rules() const;

    /// The model of byte-pair encoding. Throws Error where the tokenizer has another one.
    const BpeModel& bpe() const;

    /// The largest id plus one.
    std::size_t size() const { return tokens_.size(); }

    bool is_token(std::int32_t id) const;

    /// A token as its file has it, of bytes in the byte alphabet: "Ġthe". Throws Error where the id has no token.
    const std::string& token(std::int32_t id) const;

    /// The id of a token as its file has it; nothing if there is none.
    std::optional<std::int32_t> id(std::string_view token) const;

    /// All tokens by id in readable form: of bytes "·the" for " the", "é", "<C3>" for a byte that is not a character. Of two tokens
    /// with the same readable form, the later one is as in the file. An id without a token is its digits.
    Vocabulary vocabulary() const;

    /// Encodes one text, without special tokens around it. For many texts use core/text/tokenizer/tokenizer_encoder.h, which caches
    /// words.
    EncodedText encode(std::string_view text) const;

    /// Tokens with the special tokens of the post-processor around them.
    std::vector<std::int32_t> with_special(std::vector<std::int32_t> ids) const;

    /// The text of tokens, bytes where they are of bytes. Throws Error where an id has no token.
    std::string bytes(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text, with invalid UTF-8 as U+FFFD like Hugging Face, or as "<C3>". Throw Error where an id has no token.
    std::string decoded(const std::vector<std::int32_t>& ids) const;
    std::string shown(const std::vector<std::int32_t>& ids) const;

    /// The ids without special tokens, as for showing what a model says.
    std::vector<std::int32_t> without_special(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text without an added leading space; an id without a token is its digits.
    std::string text(const std::vector<std::int32_t>& ids, StrayBytes stray) const;

private:
    void add(const AddedToken& token, std::size_t of_model);

    TokenizerParts parts_;
    /// A token as the decoder gets it: one that is found in normalised text, normalised.
    const std::string& spelling(std::int32_t id) const;

    std::vector<std::string> tokens_;                           // by id; empty: no token
    std::unordered_map<std::int32_t, std::string> normalised_;  // added tokens that the normaliser changes
    std::unordered_set<std::string> special_;                   // the special tokens
};

}  // namespace vitrine
