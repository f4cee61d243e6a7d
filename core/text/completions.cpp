#include "core/text/completions.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace vitrine {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr int no_completion = 4;

/// The distance of a word from the typed text, which is also given in lower case. Requires: typed is not empty.
int distance(std::string_view word, std::string_view typed, std::string_view typed_lower) {
    if (word.size() < typed.size()) return no_completion;
    if (word.front() == typed.front() && word.starts_with(typed)) return word.size() == typed.size() ? 0 : 1;
    const auto same = [](char a, char in_lower_case) { return lower(a) == in_lower_case; };
    const auto found = std::search(word.begin(), word.end(), typed_lower.begin(), typed_lower.end(), same);
    if (found == word.end()) return no_completion;
    return found == word.begin() ? 2 : 3;
}

ReadToken read_id(std::int32_t size, std::string_view typed) {
    std::int32_t id = 0;
    const char* end = typed.data() + typed.size();
    const auto [stopped, error] = std::from_chars(typed.data(), end, id);
    if (error == std::errc() && stopped == end && id >= 0 && id < size) return {id};
    return {std::nullopt, fmt::format("“{}” is no token: ids go from 0 to {}.", typed, size - 1)};
}

}  // namespace

std::vector<std::int32_t> completions(const Vocabulary& vocabulary, std::int32_t pad, std::string_view typed) {
    std::vector<std::int32_t> by_distance[no_completion];
    const auto& words = vocabulary.words();
    std::string typed_lower(typed);
    std::ranges::transform(typed_lower, typed_lower.begin(), lower);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto id = static_cast<std::int32_t>(i);
        const int far = typed.empty() ? 0 : distance(words[i], typed, typed_lower);
        if (id != pad && far < no_completion) by_distance[far].push_back(id);
    }
    std::vector<std::int32_t> all;
    for (const auto& ids : by_distance) all.insert(all.end(), ids.begin(), ids.end());
    return all;
}

ReadToken read_token(const Vocabulary& vocabulary, std::int32_t size, std::string_view typed) {
    if (vocabulary.empty()) return read_id(size, typed);
    if (const auto known = vocabulary.id(typed)) return {known};
    if (const auto stand_in = vocabulary.id("<unk>")) {
        return {stand_in, fmt::format("“{}” is not in the vocabulary: it is read as <unk>.", typed)};
    }
    return {std::nullopt, fmt::format("“{}” is not in the vocabulary.", typed)};
}

}  // namespace vitrine
