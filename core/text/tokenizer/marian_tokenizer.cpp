#include "core/text/tokenizer/marian_tokenizer.h"

#include <memory>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr const char *end_token = "</s>", *unknown_token = "<unk>", *padding_token = "<pad>";

/// Puts </s> after a text.
postprocessor::TemplateProcessing with_end(std::int32_t id) {
    using Kind = postprocessor::TemplatePiece::Kind;
    postprocessor::TemplateProcessing result;
    result.single = {{Kind::sequence, "A", 0}, {Kind::special_token, end_token, 0}};
    result.special_tokens[end_token] = {end_token, {id}, {end_token}};
    return result;
}

}  // namespace

Tokenizer marian_tokenizer(std::string_view spm, const Vocabulary& vocabulary) {
    const auto end_id = vocabulary.id(end_token);
    if (!end_id) throw Error(std::string("the vocabulary has no ") + end_token);
    const auto model = std::make_shared<const SentencePieceModel>(spm, vocabulary, unknown_token);
    TokenizerParts parts{.model = *model};
    parts.post_processor.steps.emplace_back(with_end(*end_id));
    decoder::SentencePiece decoder{.model = model, .special = {}};
    for (const char* special : {end_token, unknown_token, padding_token}) {
        const auto id = vocabulary.id(special);
        if (!id) continue;
        parts.added.push_back({.id = *id, .content = special});
        decoder.special.emplace_back(special);
    }
    parts.decoder.steps.emplace_back(std::move(decoder));
    return Tokenizer(std::move(parts));
}

}  // namespace vitrine
