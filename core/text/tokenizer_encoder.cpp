#include "core/text/tokenizer_encoder.h"

#include <algorithm>

#include "core/text/pretokenizer.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Limits of the cache: longer words are rare, and the number of words bounds the memory.
constexpr std::size_t longest_remembered = 64, most_remembered = 1 << 16;

}  // namespace

TextEncoder::TextEncoder(const Tokenizer& tokenizer)
    : tokenizer_(tokenizer), in_text_(tokenizer, false), in_normalised_(tokenizer, true) {}

EncodedText TextEncoder::encode(std::string_view text) {
    EncodedText result;
    split_at_added(
        text, in_text_, [&](std::string_view between) { encode_between(between, result); },
        [&](std::int32_t id) { result.ids.push_back(id); });
    return result;
}

void TextEncoder::encode_between(std::string_view text, EncodedText& result) {
    split_at_added(
        tokenizer_.rules().nfkc ? nfkc(text, normalised_) : text, in_normalised_,
        [&](std::string_view between) { encode_normalised(between, result); }, [&](std::int32_t id) { result.ids.push_back(id); });
}

void TextEncoder::encode_normalised(std::string_view text, EncodedText& result) {
    if (!tokenizer_.rules().leading_space || text.front() == ' ') return encode_words(text, result);
    spaced_.assign(1, ' ').append(text);
    encode_words(spaced_, result);
    if (!tokenizer_.model().has(' ')) --result.lost;  // the added space is not a byte of the text
}

void TextEncoder::encode_words(std::string_view text, EncodedText& result) {
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = piece_end(text, start);
        const std::string_view word = text.substr(start, end - start);
        start = end;
        if (word.size() > longest_remembered) {
            result.lost += tokenizer_.model().encode(word, result.ids);
            continue;
        }
        const Known& known = look_up(word);
        const auto first = known_ids_.begin() + static_cast<std::ptrdiff_t>(known.start);
        result.ids.insert(result.ids.end(), first, first + static_cast<std::ptrdiff_t>(known.count));
        result.lost += known.lost;
    }
}

const TextEncoder::Known& TextEncoder::look_up(std::string_view word) {
    const auto found = known_.find(word);
    if (found != known_.end()) return found->second;
    if (known_.size() >= most_remembered) {
        known_.clear();
        known_ids_.clear();
    }
    const std::size_t start = known_ids_.size();
    const std::size_t lost = tokenizer_.model().encode(word, known_ids_);
    return known_.emplace(word, Known{start, known_ids_.size() - start, lost}).first->second;
}

}  // namespace vitrine
