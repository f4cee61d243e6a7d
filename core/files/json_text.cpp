#include "core/files/json_text.h"

#include <algorithm>
#include <limits>
#include <set>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// Rejects objects with duplicate keys, of which the parser would keep only the last, and nesting deep enough to exhaust the stack
/// of recursive readers.
class Watch {
public:
    explicit Watch(const std::string& where) : where_(where) {}

    bool operator()(int depth, Json::parse_event_t event, Json& value) {
        using Event = Json::parse_event_t;
        if (depth > deepest) fail(where_, "nested more than " + std::to_string(deepest) + " levels deep");
        if (event == Event::object_start) open_.emplace_back();
        if (event == Event::object_end) open_.pop_back();
        if (event == Event::key && !open_.back().insert(value.get<std::string>()).second) {
            fail(where_, "'" + value.get<std::string>() + "' is there twice");
        }
        return true;
    }

private:
    static constexpr int deepest = 64;
    const std::string& where_;
    std::vector<std::set<std::string>> open_;
};

/// The parser's message without its error code: "line 1, column 5: syntax error while parsing value …".
std::string explanation(const std::string& text) {
    for (const std::string_view start : {"parse error at ", "] "}) {
        const auto found = text.find(start);
        if (found != std::string::npos) return shortened(text.substr(found + start.size()), 160);
    }
    return text;
}

/// "line 3, " for a number that is too large; the parser's message quotes it but gives no position.
std::string place_of_number(std::string_view text, const std::string& message) {
    const auto open = message.find('\''), close = message.rfind('\'');
    if (open >= close) return "";
    const auto found = text.find(message.substr(open + 1, close - open - 1));
    if (found == std::string_view::npos) return "";
    return "line " + std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(found), '\n')) + ", ";
}

}  // namespace

Json parse_json(std::string_view text, const std::string& where) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) fail(where, "empty, JSON is expected");
    Watch watch(where);
    try {
        return Json::parse(text.begin(), text.end(), std::ref(watch));
    } catch (const Json::out_of_range& error) {
        fail(where, "malformed JSON, " + place_of_number(text, error.what()) + explanation(error.what()));
    } catch (const Json::exception& error) {
        fail(where, "malformed JSON, " + explanation(error.what()));
    }
}

Json read_json(const std::filesystem::path& path) { return parse_json(read_file(path), path.string()); }

std::string shown(const Json& value) { return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60); }

std::optional<std::int64_t> integer_in(const Json& value) {
    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() > largest)) return std::nullopt;
    return value.get<std::int64_t>();
}

void require_keys(const Json& value, std::initializer_list<std::string_view> known, const std::string& where) {
    if (!value.is_object()) fail(where, "an object { … } is expected, not " + shown(value));
    for (const auto& item : value.items()) {
        if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
        std::string list;
        for (const std::string_view key : known) list += (list.empty() ? "" : ", ") + std::string(key);
        fail(where, "'" + item.key() + "' is not a known key; there are " + list);
    }
}

void require_keys(const Json& value, const nlohmann::ordered_json& known, const std::string& problem, const std::string& where) {
    if (!value.is_object()) fail(where, "an object { … } is expected, not " + shown(value));
    const std::string unknown = unknown_keys(value, known, problem);
    if (!unknown.empty()) fail(where, unknown);
}

std::string unknown_keys(const Json& value, const nlohmann::ordered_json& known, const std::string& problem) {
    std::vector<std::string> names;
    for (const auto& item : known.items()) names.push_back(item.key());
    std::string text;
    for (const auto& item : value.items()) {
        if (known.contains(item.key())) continue;
        text += (text.empty()          ? "'"
                 : text.ends_with('?') ? " '"
                                       : "; '") +
                item.key() + "' " + problem + did_you_mean(item.key(), similar(item.key(), names));
    }
    return text;
}

std::string text_or_empty(const Json& object, const char* key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end()) return {};
    if (!found->is_string()) fail(where, std::string("'") + key + "' is " + shown(*found) + ", it must be a text");
    return found->get<std::string>();
}

const Json& list_or_empty(const Json& object, const char* key, const std::string& where) {
    static const Json none = Json::array();
    const auto found = object.find(key);
    if (found == object.end()) return none;
    if (!found->is_array()) fail(where, std::string("'") + key + "' is " + shown(*found) + ", it must be a list");
    return *found;
}

std::vector<std::string> texts_or_empty(const Json& object, const char* key, const std::string& where) {
    std::vector<std::string> texts;
    for (const Json& one : list_or_empty(object, key, where)) {
        if (!one.is_string()) fail(where, std::string("'") + key + "' holds " + shown(one) + ", it must hold texts");
        texts.push_back(one.get<std::string>());
    }
    return texts;
}

}  // namespace vitrine
