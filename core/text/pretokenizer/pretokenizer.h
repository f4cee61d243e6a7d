#pragma once
/// The second part of a tokenizer: it cuts a text into the pieces within which tokens are found; no token goes from one piece into
/// the next. Each kind is that of the same name in Hugging Face's `tokenizers`.

#include <optional>
#include <variant>

#include "core/text/pattern.h"
#include "core/text/pretokenizer/pieces.h"

namespace vitrine {

namespace pretokenizer {

/// Cuts at a pattern; inverted, at what lies between its matches.
struct Split {
    Pattern pattern;
    SplitBehaviour behavior = SplitBehaviour::isolated;
    bool invert = false;

    void apply(Pieces& pieces) const;
    bool operator==(const Split&) const = default;
};

/// Cuts as GPT-2 does, and writes bytes in the byte alphabet (core/text/byte_alphabet.h).
struct ByteLevel {
    bool add_prefix_space = true;  ///< puts a space in front of every piece that has none
    bool trim_offsets = true;      ///< has no effect on tokens
    bool use_regex = true;         ///< cuts, by core/text/pretokenizer/gpt2_words.h

    void apply(Pieces& pieces) const;
    bool operator==(const ByteLevel&) const = default;
};

/// Cuts numbers from other characters.
struct Digits {
    bool individual_digits = false;

    void apply(Pieces& pieces) const;
    bool operator==(const Digits&) const = default;
};

/// Cuts at white space, and words from other signs: \w+|[^\w\s]+
struct Whitespace {
    void apply(Pieces& pieces) const;
    bool operator==(const Whitespace&) const = default;
};

/// Cuts at white space.
struct WhitespaceSplit {
    void apply(Pieces& pieces) const;
    bool operator==(const WhitespaceSplit&) const = default;
};

/// Cuts at every sign of punctuation.
struct Punctuation {
    SplitBehaviour behavior = SplitBehaviour::isolated;

    void apply(Pieces& pieces) const;
    bool operator==(const Punctuation&) const = default;
};

/// What BERT does (Devlin et al. 2019): cuts at white space, and every sign of punctuation from its neighbours.
struct BertPreTokenizer {
    void apply(Pieces& pieces) const;
    bool operator==(const BertPreTokenizer&) const = default;
};

/// Writes spaces as a visible character, as SentencePiece does (Kudo and Richardson 2018), and cuts before each.
struct Metaspace {
    enum class Scheme : std::uint8_t {
        always,  ///< puts one in front of every piece that has none
        never,
        first,  ///< only of what is the beginning of the text
    };
    std::string replacement = "▁";  ///< one character
    Scheme prepend_scheme = Scheme::always;
    bool split = true;

    void apply(Pieces& pieces) const;
    bool operator==(const Metaspace&) const = default;
};

using Step = std::variant<Split, ByteLevel, Digits, Whitespace, WhitespaceSplit, Punctuation, BertPreTokenizer, Metaspace>;

}  // namespace pretokenizer

/// Steps one after the other, each on the pieces of the one before; none leaves the text in one piece.
struct PreTokenizer {
    std::vector<pretokenizer::Step> steps;

    /// Throws Error where a regular expression takes too many steps.
    void apply(Pieces& pieces) const;

    bool operator==(const PreTokenizer&) const = default;
};

}  // namespace vitrine
