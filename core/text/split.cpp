#include "core/text/split.h"

#include <algorithm>
#include <string>

#include <utf8proc.h>

#include "core/tensor/error.h"

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
        utf8proc_int32_t code_point;
        const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + start;
        const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - start), &code_point);
        if (length < 1) throw Error("byte " + std::to_string(start + 1) + " is no UTF-8");
        characters.push_back(text.substr(start, static_cast<std::size_t>(length)));
        start += static_cast<std::size_t>(length);
    }
    return characters;
}

}  // namespace vitrine
