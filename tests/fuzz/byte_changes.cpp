#include "tests/fuzz/byte_changes.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "tests/fuzz/draws.h"

namespace vitrine::fuzz {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view extreme_numbers[] = {
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "0.5",
    "63",
    "4096",
    "1000000",
    "100000000",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "281474976710656",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1e-320",
    "1e-400",
    "1e38",
    "3.5e38",
    "1e308",
    "-1e308",
    "1e309",
    "1e99999",
    "NaN",
    "-Infinity",
    "",
    "00",
    "0x10",
    "1.",
    "1e",
};

/// Bytes that mean something in JSON, TSV or UTF-8, or end a text too early.
constexpr std::string_view odd_bytes = "\0\n\r\t\"\\{}[],: \x1b\x7f\x80\xbf\xc0\xc3\xe2\xed\xf0\xf4\xff\x85-0eE."sv;

/// A part of a file's content: where it begins, and its size.
struct Part {
    std::size_t at, size;
};

Part any_part(const std::string& content, Random& random) {
    const std::size_t at = below(random, content.size() + 1), rest = content.size() - at;
    const std::size_t longest = once_in(random, 4) ? rest : std::min<std::size_t>(rest, 40);
    return {at, below(random, longest + 1)};
}

std::string any_bytes(Random& random) {
    std::string bytes(1 + below(random, 12), '\0');
    for (char& byte : bytes) byte = once_in(random, 2) ? one_of(odd_bytes, random) : static_cast<char>(below(random, 256));
    return bytes;
}

void flip_bit(std::string& content, Random& random) {
    if (content.empty()) return;
    char& byte = content[below(random, content.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << below(random, 8)));
}

void swap_parts(std::string& content, Random& random) {
    const Part a = any_part(content, random), b = any_part(content, random);
    const Part &first = a.at <= b.at ? a : b, &second = a.at <= b.at ? b : a;
    const std::string one = content.substr(first.at, std::min(first.size, second.at - first.at));
    const std::string other = content.substr(second.at, second.size);
    content.replace(second.at, other.size(), one);
    content.replace(first.at, one.size(), other);
}

/// Replaces a number in the text by an extreme one.
void change_number(std::string& content, Random& random) {
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto from = content.begin() + static_cast<std::ptrdiff_t>(below(random, content.size() + 1));
    const auto begin = std::find_if(from, content.end(), is_digit), end = std::find_if_not(begin, content.end(), is_digit);
    content.replace(begin, end, extreme_number(random));
}

void change_part(std::string& content, Random& random) {
    const Part part = any_part(content, random);
    const std::string piece = content.substr(part.at, part.size);
    switch (below(random, 5)) {
        case 0:
            content.insert(part.at, any_bytes(random));
            break;
        case 1:
            content.erase(part.at, part.size);
            break;
        case 2:
            content.insert(below(random, content.size() + 1), piece);
            break;
        case 3:
            content.replace(part.at, part.size, any_bytes(random));
            break;
        default:
            for (std::size_t i = below(random, 20); i > 0 && content.size() < 1'000'000; --i) content.insert(part.at, piece);
    }
}

}  // namespace

std::string_view extreme_number(Random& random) { return one_of(extreme_numbers, random); }

void change_bytes(std::string& content, Random& random) {
    for (std::size_t i = below(random, 3) + 1; i > 0; --i) {
        switch (below(random, 8)) {
            case 0:
            case 1:
                flip_bit(content, random);
                break;
            case 2:
                content.resize(below(random, content.size() + 1));
                break;
            case 3:
                swap_parts(content, random);
                break;
            case 4:
                change_number(content, random);
                break;
            default:
                change_part(content, random);
        }
    }
}

}  // namespace vitrine::fuzz
