#include "core/import/words.h"

#include <algorithm>
#include <charconv>

namespace vitrine {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

}  // namespace

Words words_of(std::string_view part) {
    Words words;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < part.size(); ++i) {
        const char c = part[i], before = i > 0 ? part[i - 1] : '_';
        if (!is_letter(c) && !is_digit(c)) {
            end_word();
            continue;
        }
        const bool after_small = is_upper(c) && is_letter(before) && !is_upper(before);
        const bool before_small =
            is_upper(c) && is_upper(before) && i + 1 < part.size() && is_letter(part[i + 1]) && !is_upper(part[i + 1]);
        if (after_small || before_small || is_digit(c) != is_digit(before)) end_word();
        word += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    end_word();
    return words;
}

std::vector<std::string> parts_of(std::string_view name) {
    std::vector<std::string> parts;
    for (;;) {
        const auto dot = name.find('.');
        parts.emplace_back(name.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        name.remove_prefix(dot + 1);
    }
}

bool has_word(const Words& words, std::initializer_list<std::string_view> any) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return std::find(any.begin(), any.end(), word) != any.end(); });
}

bool has_stem(const Words& words, std::initializer_list<std::string_view> any) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(any.begin(), any.end(), [&](std::string_view stem) { return word.find(stem) != std::string::npos; });
    });
}

bool is_number(std::string_view word) {
    return !word.empty() && word.size() <= 6 && std::all_of(word.begin(), word.end(), is_digit);
}

std::optional<int> last_number(const Words& words) {
    const auto found = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return is_number(word); });
    if (found == words.rend()) return std::nullopt;
    int number = 0;
    std::from_chars(found->data(), found->data() + found->size(), number);
    return number;
}

}  // namespace vitrine
