#include "core/text/subwords/byte_token.h"

#include <charconv>

namespace vitrine {

std::string byte_token(std::uint8_t byte) {
    static constexpr char digits[] = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
}

std::optional<std::uint8_t> byte_of_token(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || !token.ends_with('>')) return std::nullopt;
    std::uint8_t byte = 0;
    const char *first = token.data() + 3, *last = first + 2;
    const auto [end, error] = std::from_chars(first, last, byte, 16);
    if (error != std::errc() || end != last) return std::nullopt;
    return byte;
}

}  // namespace vitrine
