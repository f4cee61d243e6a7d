#pragma once
/// Tokens that stand for a byte, such as <0xC3>. Models with byte fallback use them for characters that have no token.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

std::string byte_token(std::uint8_t byte);

/// The byte that a token stands for; nothing if it is another token.
std::optional<std::uint8_t> byte_of_token(std::string_view token);

}  // namespace vitrine
