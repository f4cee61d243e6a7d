#include "core/text/tokenizer/json_parts.h"

#include "core/text/plain_text.h"

namespace vitrine {

void refuse_field(const std::string& field, const TokenizerJson& value, const std::string& predicate) {
    constexpr std::size_t longest = 60;
    const std::string text = value.dump(-1, ' ', true, TokenizerJson::error_handler_t::replace);
    throw Error(in_quotes(field) + " is " + shortened(text, longest) + ", " + predicate);
}

std::int32_t id_in(const TokenizerJson& value, const std::string& field) {
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(largest);
    const std::int64_t id = value.is_number_integer() && !huge ? value.get<std::int64_t>() : -1;
    if (id < 0 || id > largest) refuse_field(field, value, "it must be an id: a whole number from 0 on");
    return static_cast<std::int32_t>(id);
}

std::string type_of(const TokenizerJson& object, const std::string& path) {
    if (!object.is_object()) refuse_field(path, object, "it must be an object { … }");
    const auto type = object.find("type");
    if (type == object.end()) throw Error("'" + path + ".type' is missing");
    if (!type->is_string()) refuse_field(path + ".type", *type, "it must be a text");
    return *type;
}

PartReader::PartReader(const TokenizerJson& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) refuse_field(path_.empty() ? "the file" : path_, object, "it must be an object { … }");
}

const TokenizerJson* PartReader::find(const char* key, Presence presence) {
    asked_.emplace_back(key);
    const auto found = object_.find(key);
    if (found == object_.end()) {
        if (presence == Presence::required) throw Error(in_quotes(name(key)) + " is missing");
        return nullptr;
    }
    return found->is_null() && presence == Presence::optional ? nullptr : &*found;
}

const TokenizerJson& PartReader::at(const char* key) {
    static const TokenizerJson none;
    const TokenizerJson* found = find(key, Presence::optional);
    return found ? *found : none;
}

void PartReader::only(const char* key, std::initializer_list<TokenizerJson> values, const std::string& why) {
    const TokenizerJson& value = at(key);
    if (value.is_null() || std::find(values.begin(), values.end(), value) != values.end()) return;
    refuse_field(name(key), value, "which is not supported, only null: " + why);
}

void PartReader::finish() const {
    for (const auto& item : object_.items()) {
        if (std::find(asked_.begin(), asked_.end(), item.key()) != asked_.end()) continue;
        throw Error(in_quotes(name(item.key())) + " is not supported: what it would change is not known here");
    }
}

}  // namespace vitrine
