#pragma once
/// The last part of a tokenizer: it turns tokens back into text. Each kind works like the kind of the same name in Hugging Face's
/// `tokenizers`.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/text/pattern.h"
#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/subwords/sentence_piece_model.h"

namespace vitrine {

namespace decoder {

/// The texts of tokens, which decoders change and join.
using Texts = std::vector<std::string>;

/// Turns the byte alphabet back into bytes; a token that is not written in it stays as it is. Gives one text, which may not be
/// UTF-8.
struct ByteLevel {
    bool add_prefix_space = true, trim_offsets = true, use_regex = true;  ///< have no effect here

    void apply(Texts& texts) const;
    bool operator==(const ByteLevel&) const = default;
};

/// Removes the mark of tokens that continue a word, and puts a space before the others.
struct WordPiece {
    std::string prefix = "##";
    bool cleanup = true;  ///< removes spaces that English does not use, as before a full stop

    void apply(Texts& texts) const;
    bool operator==(const WordPiece&) const = default;
};

/// Turns visible spaces back into spaces.
struct Metaspace {
    std::string replacement = "▁";
    pretokenizer::Metaspace::Scheme prepend_scheme = pretokenizer::Metaspace::Scheme::always;
    bool split = true;  ///< has no effect here

    void apply(Texts& texts) const;
    bool operator==(const Metaspace&) const = default;
};

/// Turns tokens such as <0xC3> into the bytes that they stand for; each byte that is not valid UTF-8 becomes U+FFFD.
struct ByteFallback {
    void apply(Texts& texts) const;
    bool operator==(const ByteFallback&) const = default;
};

/// Joins all texts.
struct Fuse {
    void apply(Texts& texts) const;
    bool operator==(const Fuse&) const = default;
};

/// Removes characters at the ends of every text, at most this many.
struct Strip {
    std::string content = " ";  ///< one character
    std::size_t start = 0, stop = 0;

    void apply(Texts& texts) const;
    bool operator==(const Strip&) const = default;
};

/// Replaces a pattern by something else.
struct Replace {
    Pattern pattern;
    std::string content;

    void apply(Texts& texts, const TextGrowth& growth) const;
    bool operator==(const Replace&) const = default;
};

/// Turns the mark of a word's end into a space, or into nothing at the very end.
struct BpeDecoder {
    std::string suffix = "</w>";

    void apply(Texts& texts) const;
    bool operator==(const BpeDecoder&) const = default;
};

/// Joins pieces like the `sentencepiece` library. Special tokens stay as they are, followed by a space.
struct SentencePiece {
    std::shared_ptr<const SentencePieceModel> model;
    std::vector<std::string> special;

    void apply(Texts& texts) const;
    bool operator==(const SentencePiece&) const = default;
};

using Step = std::variant<ByteLevel, WordPiece, Metaspace, ByteFallback, Fuse, Strip, Replace, BpeDecoder, SentencePiece>;

}  // namespace decoder

/// Steps that are applied in order; without steps, tokens are joined by spaces.
struct TokenDecoder {
    std::vector<decoder::Step> steps;

    /// The bytes that tokens stand for. They are UTF-8, unless a ByteLevel among the steps has joined others. Throws Error if
    /// they become longer than TextGrowth allows.
    std::string decoded(std::vector<std::string> tokens) const;

    /// Whether tokens stand for bytes, written in the byte alphabet.
    bool is_of_bytes() const;

    bool operator==(const TokenDecoder&) const = default;
};

}  // namespace vitrine
