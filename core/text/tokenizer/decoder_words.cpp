#include <utility>

#include "core/text/tokenizer/decoder.h"
#include "core/text/utf8.h"

namespace vitrine::decoder {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); !from.empty() && at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

/// Removes the spaces that tokens of words leave but English does not use, in the same order as `tokenizers`.
void clean_up(std::string& text) {
    static constexpr std::pair<std::string_view, std::string_view> changes[] = {
        {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
        {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [from, to] : changes) replace_all(text, from, to);
}

}  // namespace

void WordPiece::apply(Texts& texts) const {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string& text = texts[i];
        if (i > 0) text.starts_with(prefix) ? text.erase(0, prefix.size()) : text.insert(0, " ");
        if (cleanup) clean_up(text);
    }
}

void BpeDecoder::apply(Texts& texts) const {
    for (std::size_t i = 0; i < texts.size(); ++i) replace_all(texts[i], suffix, i + 1 < texts.size() ? " " : "");
}

void Metaspace::apply(Texts& texts) const {
    const bool first_is_added = prepend_scheme != pretokenizer::Metaspace::Scheme::never;
    for (std::size_t i = 0; i < texts.size(); ++i) replace_all(texts[i], replacement, i == 0 && first_is_added ? "" : " ");
}

void Strip::apply(Texts& texts) const {
    if (content.empty()) return;
    for (std::string& text : texts) {
        std::size_t first = 0;
        for (std::size_t cut = 0; cut < start && text.compare(first, content.size(), content) == 0; ++cut) first += content.size();
        text.erase(0, first);
        for (std::size_t cut = 0; cut < stop && text.ends_with(content); ++cut) text.resize(text.size() - content.size());
    }
}

}  // namespace vitrine::decoder
