#pragma once
/// Parses JSON written by people; errors name file, line and field.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// Parses a text. Throws Error, prefixed with `where`, naming line and column of a syntax error, or a key that occurs twice in an
/// object.
nlohmann::json parse_json(std::string_view text, const std::string& where);

/// Parses a file.
nlohmann::json read_json(const std::filesystem::path& path);

/// A value for an error message: short, on one line.
std::string shown(const nlohmann::json& value);

/// The value as an integer; empty if it is not one or exceeds 64 bits.
std::optional<std::int64_t> integer_in(const nlohmann::json& value);

/// Throws Error where the value is not an object or has an unknown key.
void require_keys(const nlohmann::json& value, std::initializer_list<std::string_view> known, const std::string& where);

/// The same with the keys of `known`. The error lists every unknown key as "'width' " followed by the problem, such as "is not a
/// key of a configuration", and by similar known keys.
void require_keys(const nlohmann::json& value, const nlohmann::ordered_json& known, const std::string& problem,
                  const std::string& where);

/// What require_keys() says of the unknown keys of an object; empty if there are none.
std::string unknown_keys(const nlohmann::json& value, const nlohmann::ordered_json& known, const std::string& problem);

/// The string under a key; empty if the key is missing. Throws Error if the value is not a string.
std::string text_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

/// The array under a key; empty if the key is missing. Throws Error if the value is not an array.
const nlohmann::json& list_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

/// The array of strings under a key; empty if the key is missing. Throws Error where it is something else.
std::vector<std::string> texts_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

}  // namespace vitrine
