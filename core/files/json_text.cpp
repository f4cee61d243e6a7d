#include "core/files/json_text.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// The parser's message without its error code: "line 1, column 5: syntax error while parsing value …".
std::string explanation(const std::string& text) {
    for (const std::string_view start : {"parse error at ", "] "}) {
        const auto found = text.find(start);
        if (found != std::string::npos) return shortened(text.substr(found + start.size()), 160);
    }
    return text;
}

/// Builds the value of a text event by event. Rejects objects with duplicate keys, of which the library's own builders keep only
/// the last, and nesting deep enough to exhaust the stack of recursive readers. The library's builder with a callback could do
/// the same, but at the end of each object it goes through everything in the object around it.
class Builder final : public nlohmann::json_sax<Json> {
public:
    Builder(std::string_view text, const std::string& where) : text_(text), where_(where) {}

    Json take_result() { return std::move(result_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override { return add(value); }
    bool number_float(double value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Json::binary_t& value) override { return add(std::move(value)); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override {
        const auto [place, is_new] = open_.back()->emplace(name, nullptr);
        if (!is_new) fail(where_, in_quotes(name) + " is there twice");
        value_of_key_ = &*place;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        std::string line;
        if (dynamic_cast<const Json::out_of_range*>(&error)) {  // this message does not say where the number is
            const std::string_view read = text_.substr(0, position);
            line = "line " + std::to_string(1 + std::count(read.begin(), read.end(), '\n')) + ", ";
        }
        fail(where_, "malformed JSON, " + line + explanation(error.what()));
    }

private:
    static constexpr std::size_t deepest = 64;

    bool add(Json value) {
        place_of_next() = std::move(value);
        return true;
    }
    bool open(Json container) {
        if (open_.size() == deepest) fail(where_, "nested more than " + std::to_string(deepest) + " levels deep");
        Json& place = place_of_next();
        place = std::move(container);
        open_.push_back(&place);
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    Json& place_of_next() {
        if (open_.empty()) return result_;
        return open_.back()->is_array() ? open_.back()->emplace_back() : *value_of_key_;
    }

    std::string_view text_;
    const std::string& where_;
    Json result_;
    std::vector<Json*> open_;  // lists and objects that are still open, each inside the one before
    Json* value_of_key_ = nullptr;
};

}  // namespace

Json parse_json(std::string_view text, const std::string& where) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) fail(where, "empty, JSON is expected");
    Builder builder(text, where);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take_result();
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
        fail(where, in_quotes(item.key()) + " is not a known key; there are " + list);
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
    constexpr std::size_t most = 5;  // the first few say enough
    std::string text;
    std::size_t count = 0;
    for (const auto& item : value.items()) {
        if (known.contains(item.key()) || ++count > most) continue;
        text += (text.empty()          ? ""
                 : text.ends_with('?') ? " "
                                       : "; ") +
                in_quotes(item.key()) + " " + problem + did_you_mean(item.key(), similar(item.key(), names));
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
