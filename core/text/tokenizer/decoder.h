#pragma once
/// The last part of a tokenizer: it turns tokens back into text. Each kind is that of the same name in Hugging Face's `tokenizers`.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/text/pattern.h"
#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/subwords/sentence_piece_model.h"

namespace vitrine {

namespace decoder {

/// The texts of tokens, which decoders change and put together.
using Texts = std::vector<std::string>;

/// From the byte alphabet back to bytes; a token that is not in it stands for itself. Gives one text, which may not be UTF-8.
struct ByteLevel {
    bool add_prefix_space = true, trim_offsets = true, use_regex = true;  ///< have no effect here

    void apply(Texts& texts) const;
    bool operator==(const ByteLevel&) const = default;
};

/// Takes the mark off tokens that continue a word, and puts a space before the others.
struct WordPiece {
    std::string prefix = "##";
    bool cleanup = true;  ///< takes out the spaces that English does not have, as before a full stop

    void apply(Texts& texts) const;
    bool operator==(const WordPiece&) const = default;
};

/// From visible spaces back to spaces.
struct Metaspace {
    std::string replacement = "▁";
    pretokenizer::Metaspace::Scheme prepend_scheme = pretokenizer::Metaspace::Scheme::always;
    bool split = true;  ///< has no effect here

    void apply(Texts& texts) const;
    bool operator==(const Metaspace&) const = default;
};

/// Tokens such as <0xC3> become the bytes they stand for; where these are not UTF-8, a U+FFFD each.
struct ByteFallback {
    void apply(Texts& texts) const;
    bool operator==(const ByteFallback&) const = default;
};

/// Puts all texts together.
struct Fuse {
    void apply(Texts& texts) const;
    bool operator==(const Fuse&) const = default;
};

/// Takes characters off the ends of every text, at most so many.
struct Strip {
    std::string content = " ";  ///< one character
    std::size_t start = 0, stop = 0;

    void apply(Texts& texts) const;
    bool operator==(const Strip&) const = default;
};

/// Puts something else in the place of a pattern.
struct Replace {
    Pattern pattern;
    std::string content;

    void apply(Texts& texts, const TextGrowth& growth) const;
    bool operator==(const Replace&) const = default;
};

/// The mark of a word's end becomes a space; at the very end, nothing.
struct BpeDecoder {
    std::string suffix = "</w>";

    void apply(Texts& texts) const;
    bool operator==(const BpeDecoder&) const = default;
};

/// What the `sentencepiece` library makes of pieces; special tokens stay as they are, with a space behind them.
struct SentencePiece {
    std::shared_ptr<const SentencePieceModel> model;
    std::vector<std::string> special;

    void apply(Texts& texts) const;
    bool operator==(const SentencePiece&) const = default;
};

using Step = std::variant<ByteLevel, WordPiece, Metaspace, ByteFallback, Fuse, Strip, Replace, BpeDecoder, SentencePiece>;

}  // namespace decoder

/// Steps one after the other; with none, there is a space between tokens.
struct TokenDecoder {
    std::vector<decoder::Step> steps;

    /// The bytes that tokens stand for: UTF-8, unless a ByteLevel among the steps has put together others. Throws Error where they
    /// become longer than TextGrowth allows.
    std::string decoded(std::vector<std::string> tokens) const;

    /// Whether tokens are of bytes, in the byte alphabet.
    bool is_of_bytes() const;

    bool operator==(const TokenDecoder&) const = default;
};

}  // namespace vitrine
