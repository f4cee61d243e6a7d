#pragma once
/// A part of a text, from the byte `start` up to, but not including, `end`.

#include <cstddef>
#include <string_view>

namespace vitrine {

struct TextSpan {
    std::size_t start = 0, end = 0;

    bool operator==(const TextSpan&) const = default;
    std::string_view of(std::string_view text) const { return text.substr(start, end - start); }
};

}  // namespace vitrine
