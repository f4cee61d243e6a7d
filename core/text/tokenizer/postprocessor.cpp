#include "core/text/tokenizer/postprocessor.h"

namespace vitrine {

void PostProcessor::apply(std::vector<std::int32_t>& ids) const {
    const TextGrowth growth(ids.size());
    const auto apply = [&](const auto& kind) {
        if constexpr (requires { kind.apply(ids, growth); })
            kind.apply(ids, growth);
        else
            kind.apply(ids);
    };
    for (const postprocessor::Step& step : steps) std::visit(apply, step);
}

namespace postprocessor {

namespace {

void put_between(const TokenAndId& first, const TokenAndId& last, Ids& ids) {
    ids.insert(ids.begin(), first.second);
    ids.push_back(last.second);
}

}  // namespace

void TemplateProcessing::apply(Ids& ids, const TextGrowth& growth) const {
    Ids result;
    for (const TemplatePiece& piece : single) {
        const bool is_text = piece.kind == TemplatePiece::Kind::sequence;
        const Ids& part = is_text ? ids : special_tokens.at(piece.id).ids;
        growth.require(result.size() + part.size());
        result.insert(result.end(), part.begin(), part.end());
    }
    ids = std::move(result);
}

void BertProcessing::apply(Ids& ids) const { put_between(cls, sep, ids); }

void RobertaProcessing::apply(Ids& ids) const { put_between(cls, sep, ids); }

}  // namespace postprocessor

}  // namespace vitrine
