#pragma once
/// Encodes bytes as text (RFC 4648).

#include <string>
#include <string_view>

namespace vitrine {

std::string base64(std::string_view bytes);

}  // namespace vitrine
