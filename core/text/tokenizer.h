#pragma once
/// From texts to the tokens of a byte-level BPE and back, as Hugging Face's `tokenizers` does it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/bpe_model.h"

namespace vitrine {

/// A token that is found in a text as it stands, before anything else is looked at.
struct AddedToken {
    std::int32_t id = 0;
    std::string content;
    bool special = true;      ///< it is no part of what the text says
    bool normalized = false;  ///< it is looked for in the normalised text

    bool operator==(const AddedToken&) const = default;
};

/// What becomes of a text before it is merged.
struct TextRules {
    bool nfkc = true;           ///< it is normalised, see core/text/utf8.h
    bool leading_space = true;  ///< every piece between added tokens gets a space in front, unless one is there

    bool operator==(const TextRules&) const = default;
};

/// A text as tokens.
struct EncodedText {
    std::vector<std::int32_t> ids;
    std::size_t lost = 0;  ///< how many bytes of the (normalised) text had no token and were dropped
};

/// What stands in a text for a byte that is no character.
enum class StrayBytes : std::uint8_t {
    replaced,  ///< U+FFFD, as programs have it
    named,     ///< "<C3>", for people
};

class Tokenizer {
public:
    /// Throws Error where an added token is empty or there twice, or has another id than the model gives it.
    Tokenizer(BpeModel model, std::vector<AddedToken> added, TextRules rules);

    const BpeModel& model() const { return model_; }
    const std::vector<AddedToken>& added() const { return added_; }
    const TextRules& rules() const { return rules_; }

    /// One more than the largest id.
    std::size_t size() const { return tokens_.size(); }

    bool is_token(std::int32_t id) const;

    /// A token as Hugging Face writes it: "Ġthe". Throws Error where there is none of that id.
    const std::string& token(std::int32_t id) const;

    /// All tokens by their ids as people read them: "·the" for " the", "é", "<C3>" for a byte that is no character by itself. Where
    /// two would read the same the later one is as Hugging Face writes it; the id in digits where there is no token.
    Vocabulary vocabulary() const;

    /// For many texts there is core/text/tokenizer_encoder.h, which remembers words.
    EncodedText encode(std::string_view text) const;

    /// The bytes that tokens stand for; a space that was put in front is among them.
    std::string bytes(const std::vector<std::int32_t>& ids) const;

    /// The same as text: U+FFFD for bytes that are no characters, as Hugging Face has it; and each of them as "<C3>".
    std::string decoded(const std::vector<std::int32_t>& ids) const;
    std::string shown(const std::vector<std::int32_t>& ids) const;

    /// What is decoded, or shown, without the space that was put in front; the id in digits where there is no token.
    std::string text(const std::vector<std::int32_t>& ids, StrayBytes stray) const;

private:
    BpeModel model_;
    std::vector<AddedToken> added_;
    TextRules rules_;
    std::vector<std::string> tokens_;  // by id; empty where there is none
};

}  // namespace vitrine
