#include "core/io/sentences.h"

#include <algorithm>
#include <charconv>

#include "core/io/problem.h"

namespace vitrine {

std::vector<std::string_view> split_at_spaces(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        if (end > start) words.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return words;
}

std::int32_t token_id(std::string_view word, const Vocabulary& vocabulary, const std::string& where) {
    if (!vocabulary.empty()) {
        if (const auto id = vocabulary.id(word)) return *id;
        if (const auto unknown = vocabulary.id("<unk>")) return *unknown;
        fail(where, "unknown word '" + std::string(word) + "', and the vocabulary has no <unk>");
    }
    std::int32_t id = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size()) {
        fail(where, "'" + std::string(word) + "' is no token id, and there is no vocabulary to look it up in");
    }
    return id;
}

void pad_together(const std::vector<Sentence>& sentences, std::int32_t pad, IndexTensor& tokens) {
    std::size_t longest = 0;
    for (const Sentence& sentence : sentences) longest = std::max(longest, sentence.size());
    tokens.resize({static_cast<Size>(sentences.size()), static_cast<Size>(longest)});
    tokens.fill(pad);
    for (std::size_t i = 0; i < sentences.size(); ++i)
        std::copy(sentences[i].begin(), sentences[i].end(), tokens.data() + i * longest);
}

}  // namespace vitrine
