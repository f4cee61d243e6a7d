#pragma once
/// JSON as it comes from people: every mistake named by file, line and field.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// Parses a text. Error naming `where` with line and column where it is malformed, or the key where an object has it twice.
nlohmann::json parse_json(std::string_view text, const std::string& where);

/// The same for a file.
nlohmann::json read_json(const std::filesystem::path& path);

/// A value as a message quotes it: on one line, and short.
std::string shown(const nlohmann::json& value);

/// The integer a value is; none where it is something else or beyond 64 bits.
std::optional<std::int64_t> integer_in(const nlohmann::json& value);

/// Error where value is not an object or has a key that is not among the known ones.
void require_keys(const nlohmann::json& value, std::initializer_list<std::string_view> known, const std::string& where);

/// A text under a key; empty where the key is missing. Error where it is not a text.
std::string text_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

/// The list under a key; an empty one where the key is missing. Error where it is no list.
const nlohmann::json& list_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

/// The same where it holds texts, and nothing else.
std::vector<std::string> texts_or_empty(const nlohmann::json& object, const char* key, const std::string& where);

}  // namespace vitrine
