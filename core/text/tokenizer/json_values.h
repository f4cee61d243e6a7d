#pragma once
/// Values in tokenizer.json. JsonForm<T> reads and writes them; a read that fails throws Error naming the field.

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/tensor/error.h"

namespace vitrine {

using TokenizerJson = nlohmann::json;
using OrderedTokenizerJson = nlohmann::ordered_json;

/// Throws Error: names the field and its value, and says what is wrong.
[[noreturn]] void refuse_field(const std::string& field, const TokenizerJson& value, const std::string& predicate);

/// A number that can be an id.
std::int32_t id_in(const TokenizerJson& value, const std::string& field);

template <class T>
struct JsonForm;

template <>
struct JsonForm<bool> {
    static void read(const TokenizerJson& value, const std::string& field, bool& result) {
        if (!value.is_boolean()) refuse_field(field, value, "it must be true or false");
        result = value.get<bool>();
    }
    static OrderedTokenizerJson write(bool value) { return value; }
};

template <>
struct JsonForm<std::string> {
    static void read(const TokenizerJson& value, const std::string& field, std::string& result) {
        if (!value.is_string()) refuse_field(field, value, "it must be a text");
        result = value.get_ref<const std::string&>();
    }
    static OrderedTokenizerJson write(const std::string& value) { return value; }
};

template <>
struct JsonForm<std::int32_t> {
    static void read(const TokenizerJson& value, const std::string& field, std::int32_t& result) { result = id_in(value, field); }
    static OrderedTokenizerJson write(std::int32_t value) { return value; }
};

template <>
struct JsonForm<std::size_t> {
    static void read(const TokenizerJson& value, const std::string& field, std::size_t& result) {
        result = static_cast<std::size_t>(id_in(value, field));
    }
    static OrderedTokenizerJson write(std::size_t value) { return value; }
};

template <class T>
struct JsonForm<std::optional<T>> {
    static void read(const TokenizerJson& value, const std::string& field, std::optional<T>& result) {
        result.reset();
        if (!value.is_null()) JsonForm<T>::read(value, field, result.emplace());
    }
    static OrderedTokenizerJson write(const std::optional<T>& value) {
        return value ? JsonForm<T>::write(*value) : OrderedTokenizerJson();
    }
};

template <class T>
struct JsonForm<std::vector<T>> {
    static void read(const TokenizerJson& value, const std::string& field, std::vector<T>& result) {
        if (!value.is_array()) refuse_field(field, value, "it must be a list");
        result.clear();
        for (const TokenizerJson& item : value) {
            const std::string place = field + "[" + std::to_string(result.size()) + "]";
            JsonForm<T>::read(item, place, result.emplace_back());
        }
    }
    static OrderedTokenizerJson write(const std::vector<T>& value) {
        OrderedTokenizerJson list = OrderedTokenizerJson::array();
        for (const T& item : value) list.push_back(JsonForm<T>::write(item));
        return list;
    }
};

template <class T>
struct JsonForm<std::map<std::string, T>> {
    static void read(const TokenizerJson& value, const std::string& field, std::map<std::string, T>& result) {
        if (!value.is_object()) refuse_field(field, value, "it must be an object { … }");
        result.clear();
        for (const auto& item : value.items()) JsonForm<T>::read(item.value(), field + "." + item.key(), result[item.key()]);
    }
    static OrderedTokenizerJson write(const std::map<std::string, T>& value) {
        OrderedTokenizerJson object = OrderedTokenizerJson::object();
        for (const auto& [key, item] : value) object[key] = JsonForm<T>::write(item);
        return object;
    }
};

/// A value of an enumeration; `names` are the pairs of names and values.
template <class T>
void read_name(const TokenizerJson& value, const std::string& field, const auto& names, T& result) {
    std::string known;
    for (const auto& [name, one] : names) {
        if (value == name) return void(result = one);
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    refuse_field(field, value, "it must be one of " + known);
}

template <class T>
OrderedTokenizerJson written_name(T value, const auto& names) {
    for (const auto& [name, one] : names) {
        if (one == value) return name;
    }
    return {};
}

}  // namespace vitrine
