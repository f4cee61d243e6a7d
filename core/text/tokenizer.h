#pragma once
/// Encodes texts as tokens of a byte-level BPE and decodes them, like Hugging Face's `tokenizers`.

#include <string>

#include "core/text/bpe_model.h"

namespace vitrine {

/// A token that is searched for in a text before it is split.
struct AddedToken {
    std::int32_t id = 0;
    std::string content;
    bool special = true;      ///< not part of the text's content
    bool normalized = false;  ///< searched for in the normalised text

    bool operator==(const AddedToken&) const = default;
};

/// How a text is prepared before merging.
struct TextRules {
    bool nfkc = true;           ///< normalises it, see core/text/utf8.h
    bool leading_space = true;  ///< adds a space before every piece between added tokens, unless it starts with one

    bool operator==(const TextRules&) const = default;
};

/// An encoded text.
struct EncodedText {
    std::vector<std::int32_t> ids;
    std::size_t lost = 0;  ///< number of dropped bytes of the (normalised) text, which have no token
};

/// How bytes that are not valid UTF-8 are shown.
enum class StrayBytes : std::uint8_t {
    replaced,  ///< as U+FFFD, for programs
    named,     ///< as "<C3>", for people
};

class Tokenizer {
public:
    /// Throws Error where an added token is empty or a duplicate, or its id is taken, far too large or not that of the model.
    Tokenizer(BpeModel model, std::vector<AddedToken> added, TextRules rules);

    const BpeModel& model() const { return model_; }
    const std::vector<AddedToken>& added() const { return added_; }
    const TextRules& rules() const { return rules_; }

    /// The largest id plus one.
    std::size_t size() const { return tokens_.size(); }

    bool is_token(std::int32_t id) const;

    /// A token in the byte alphabet, like Hugging Face: "Ġthe". Throws Error where the id has no token.
    const std::string& token(std::int32_t id) const;

    /// All tokens by id in readable form: "·the" for " the", "é", "<C3>" for a byte that is not a character. Of two tokens with the
    /// same readable form, the later one is in the byte alphabet. An id without a token is its digits.
    Vocabulary vocabulary() const;

    /// Encodes one text. For many texts use core/text/tokenizer_encoder.h, which caches words.
    EncodedText encode(std::string_view text) const;

    /// The bytes of tokens, including an added leading space. Throws Error where an id has no token.
    std::string bytes(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text, with invalid UTF-8 as U+FFFD like Hugging Face, or as "<C3>". Throw Error where an id has no token.
    std::string decoded(const std::vector<std::int32_t>& ids) const;
    std::string shown(const std::vector<std::int32_t>& ids) const;

    /// The tokens as text without the added leading space; an id without a token is its digits.
    std::string text(const std::vector<std::int32_t>& ids, StrayBytes stray) const;

private:
    BpeModel model_;
    std::vector<AddedToken> added_;
    TextRules rules_;
    std::vector<std::string> tokens_;  // by id; empty: no token
};

}  // namespace vitrine
