#include "core/text/tokenizer/decoder.h"

#include <algorithm>

namespace vitrine {

std::string TokenDecoder::decoded(std::vector<std::string> tokens) const {
    std::size_t size = tokens.size();  // a space for each
    for (const std::string& token : tokens) size += token.size();
    const TextGrowth growth(size);
    const auto apply = [&](const auto& kind) {
        if constexpr (requires { kind.apply(tokens, growth); })
            kind.apply(tokens, growth);
        else
            kind.apply(tokens);
    };
    for (const decoder::Step& step : steps) std::visit(apply, step);
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) text.append(steps.empty() && i > 0 ? " " : "").append(tokens[i]);
    return text;
}

bool TokenDecoder::is_of_bytes() const {
    const auto of_bytes = [](const decoder::Step& step) { return std::holds_alternative<decoder::ByteLevel>(step); };
    return std::any_of(steps.begin(), steps.end(), of_bytes);
}

namespace decoder {

void Fuse::apply(Texts& texts) const {
    std::string all;
    for (const std::string& text : texts) all += text;
    texts = {std::move(all)};
}

void Replace::apply(Texts& texts, const TextGrowth& growth) const {
    std::size_t size = 0;
    for (std::string& text : texts) {
        text = pattern.replaced(text, content, growth);
        growth.require(size += text.size());
    }
}

}  // namespace decoder

}  // namespace vitrine
