#pragma once
/// Bytes as text (RFC 4648, section 4).

#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

std::string base64_of(std::string_view bytes);

/// Nothing if the text is not base64.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace vitrine
