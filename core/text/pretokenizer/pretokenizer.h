#pragma once
/// The second part of a tokenizer: it splits a text into pieces. Tokens are found within a piece, never across two. Each kind
/// works like the kind of the same name in Hugging Face's `tokenizers`.

#include <optional>
#include <variant>

#include "core/text/pattern.h"
#include "core/text/pretokenizer/pieces.h"

namespace vitrine {

namespace pretokenizer {

/// Splits at a pattern or, if inverted, at the text between its matches.
struct Split {
    Pattern pattern;
    SplitBehaviour behavior = SplitBehaviour::isolated;
    bool invert = false;

    void apply(Pieces& pieces) const;
    bool operator==(const Split&) const = default;
};

/// Splits like GPT-2, and writes bytes in the byte alphabet (core/text/byte_alphabet.h).
struct ByteLevel {
    bool add_prefix_space = true;  ///< puts a space in front of every piece that does not begin with one
    bool trim_offsets = true;      ///< has no effect on tokens
    bool use_regex = true;         ///< splits as in core/text/pretokenizer/gpt2_words.h

    void apply(Pieces& pieces) const;
    bool operator==(const ByteLevel&) const = default;
};

/// Separates numbers from other characters.
struct Digits {
    bool individual_digits = false;

    void apply(Pieces& pieces) const;
    bool operator==(const Digits&) const = default;
};

/// Splits at white space, and separates words from other characters: \w+|[^\w\s]+
struct Whitespace {
    void apply(Pieces& pieces) const;
    bool operator==(const Whitespace&) const = default;
};

/// Splits at white space.
struct WhitespaceSplit {
    void apply(Pieces& pieces) const;
    bool operator==(const WhitespaceSplit&) const = default;
};

/// Splits at every punctuation mark.
struct Punctuation {
    SplitBehaviour behavior = SplitBehaviour::isolated;

    void apply(Pieces& pieces) const;
    bool operator==(const Punctuation&) const = default;
};

/// The pre-tokenizer of BERT (Devlin et al. 2019): splits at white space, and makes every punctuation mark a piece.
struct BertPreTokenizer {
    void apply(Pieces& pieces) const;
    bool operator==(const BertPreTokenizer&) const = default;
};

/// Writes spaces as a visible character, like SentencePiece (Kudo and Richardson 2018), and splits before each.
struct Metaspace {
    enum class Scheme : std::uint8_t {
        always,  ///< puts one in front of every piece that does not begin with one
        never,
        first,  ///< only in front of the beginning of the text
    };
    std::string replacement = "▁";  ///< one character
    Scheme prepend_scheme = Scheme::always;
    bool split = true;

    void apply(Pieces& pieces) const;
    bool operator==(const Metaspace&) const = default;
};

using Step = std::variant<Split, ByteLevel, Digits, Whitespace, WhitespaceSplit, Punctuation, BertPreTokenizer, Metaspace>;

}  // namespace pretokenizer

/// Steps that are applied in order, each to the pieces of the one before. Without steps, the text is one piece.
struct PreTokenizer {
    std::vector<pretokenizer::Step> steps;

    /// Throws Error if a regular expression takes too many steps.
    void apply(Pieces& pieces) const;

    bool operator==(const PreTokenizer&) const = default;
};

}  // namespace vitrine
