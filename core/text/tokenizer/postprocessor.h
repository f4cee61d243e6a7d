#pragma once
/// The fourth part of a tokenizer: it puts special tokens around the tokens of a text. Each kind works like the kind of the same
/// name in Hugging Face's `tokenizers`. For pairs of texts, only what is needed to write the file again is kept.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/growth.h"

namespace vitrine {

namespace postprocessor {

using Ids = std::vector<std::int32_t>;

/// A part of a template: a special token, or the place of a text, which is A or B.
struct TemplatePiece {
    enum class Kind : std::uint8_t { sequence, special_token } kind = Kind::sequence;
    std::string id;
    std::size_t type_id = 0;

    bool operator==(const TemplatePiece&) const = default;
};

/// The tokens that a special token of a template stands for.
struct TemplateToken {
    std::string id;
    Ids ids;
    std::vector<std::string> tokens;

    bool operator==(const TemplateToken&) const = default;
};

struct TemplateProcessing {
    std::vector<TemplatePiece> single, pair;
    std::map<std::string, TemplateToken> special_tokens;

    void apply(Ids& ids, const TextGrowth& growth) const;
    bool operator==(const TemplateProcessing&) const = default;
};

using TokenAndId = std::pair<std::string, std::int32_t>;

/// [CLS] A [SEP]
struct BertProcessing {
    TokenAndId sep, cls;

    void apply(Ids& ids) const;
    bool operator==(const BertProcessing&) const = default;
};

/// <s> A </s>
struct RobertaProcessing {
    TokenAndId sep, cls;
    bool trim_offsets = true, add_prefix_space = true;  ///< have no effect on tokens

    void apply(Ids& ids) const;
    bool operator==(const RobertaProcessing&) const = default;
};

/// Says which spaces belong to which words, which has no effect on tokens.
struct ByteLevel {
    bool add_prefix_space = true, trim_offsets = true, use_regex = true;

    void apply(Ids&) const {}
    bool operator==(const ByteLevel&) const = default;
};

using Step = std::variant<TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel>;

}  // namespace postprocessor

/// Steps that are applied in order; without steps, nothing is added.
struct PostProcessor {
    std::vector<postprocessor::Step> steps;

    /// Puts special tokens around the tokens of one text. Throws Error if there become more than TextGrowth allows.
    void apply(std::vector<std::int32_t>& ids) const;

    bool operator==(const PostProcessor&) const = default;
};

}  // namespace vitrine
