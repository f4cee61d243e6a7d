#pragma once
/// How values are written in a link: (attention:encoder.layers.0.self_attn,head:1).
///
/// Numbers, true, false and null as in JSON; a list is (a,b,c), an object (key:value,key:value), empty ones are () and (:). A
/// text stands for itself; if it would be read as something else, it has quotation marks, as in JSON.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// A value in this notation; read_value() of it is the value again. Invalid UTF-8 is replaced by U+FFFD.
std::string written(const nlohmann::ordered_json& value);

/// Throws Error, whose text begins with `where`, if the text is not in this notation or is nested deeper than 16 levels.
nlohmann::ordered_json read_value(std::string_view text, const std::string& where);

/// The text as part of an address: spaces become +, and characters that an address must not contain are percent-encoded.
std::string in_address(std::string_view text);

/// The reverse of in_address(). Throws Error, whose text begins with `where`, at a percent sign without two digits, and if the
/// result is not UTF-8.
std::string from_address(std::string_view text, const std::string& where);

}  // namespace vitrine
