#include "core/text/split.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/text/utf8.h"

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

std::vector<std::string_view> split_into_characters(std::string_view text) {
    std::vector<std::string_view> characters;
    for (std::size_t start = 0; start < text.size();) {
        const Utf8Step step = utf8_step(text, start);
        if (!step.valid) throw Error("byte " + std::to_string(start + 1) + " is no UTF-8");
        characters.push_back(text.substr(start, step.length));
        start += step.length;
    }
    return characters;
}

}  // namespace vitrine
