#pragma once
/// Maps JSON objects to structs; one list of keys serves reading and writing. It calls a visitor for each key: visit("d_model",
/// Required{c.d_model}), or visit("tie", c.tie, Choices<Tie>{…}) if only certain values are allowed. For other types, define
/// to_json(value) and read_json(json, where, value) next to the type.

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

/// The allowed values of a key and their meanings.
template <class T>
using Choices = std::vector<std::pair<nlohmann::json, T>>;

/// A mandatory key.
template <class T>
struct Required {
    T& value;
};
template <class T>
Required(T&) -> Required<T>;

/// Reads the keys. A missing optional key leaves its value unchanged. Throws Error, prefixed with `where`, naming a key that is
/// missing or has an invalid value.
class FieldReader {
public:
    FieldReader(const nlohmann::json& object, const std::string& where) : object_(object), where_(where) {}

    template <class T>
    void operator()(const char* key, Required<T> required) const {
        if (!object_.contains(key)) fail(where_, std::string("'") + key + "' is missing");
        (*this)(key, required.value);
    }

    template <class T>
    void operator()(const char* key, T& value) const {
        if (const auto found = object_.find(key); found != object_.end()) read(key, *found, value);
    }

    template <class T>
    void operator()(const char* key, T& value, const Choices<T>& choices) const {
        const auto found = object_.find(key);
        if (found == object_.end()) return;
        std::string allowed;
        for (const auto& [text, choice] : choices) {
            if (text == *found) return void(value = choice);
            allowed += (allowed.empty() ? "" : ", ") + text.dump();
        }
        refuse(key, *found, "one of " + allowed);
    }

private:
    [[noreturn]] void refuse(const char* key, const nlohmann::json& value, const std::string& allowed) const {
        fail(where_, std::string("'") + key + "' is " + shown(value) + ", it must be " + allowed);
    }

    template <std::integral T>
    void read(const char* key, const nlohmann::json& json, T& value) const {
        using Limits = std::numeric_limits<T>;
        // Seeds use all 64 bits, more than a signed integer holds.
        if (std::unsigned_integral<T> && sizeof(T) == 8 && json.is_number_unsigned()) return void(value = json.get<T>());
        const auto number = integer_in(json);
        if (!number) refuse(key, json, "an integer");
        if (std::cmp_less(*number, Limits::min()) || std::cmp_greater(*number, Limits::max())) {
            refuse(key, json, "between " + std::to_string(Limits::min()) + " and " + std::to_string(Limits::max()));
        }
        value = static_cast<T>(*number);
    }

    void read(const char* key, const nlohmann::json& json, double& value) const {
        if (!json.is_number()) refuse(key, json, "a number");
        value = json.get<double>();
    }

    void read(const char* key, const nlohmann::json& json, bool& value) const {
        if (!json.is_boolean()) refuse(key, json, "true or false");
        value = json.get<bool>();
    }

    void read(const char* key, const nlohmann::json& json, std::string& value) const {
        if (!json.is_string()) refuse(key, json, "a text");
        value = json.get<std::string>();
    }

    void read(const char* key, const nlohmann::json&, std::vector<std::string>& value) const {
        value = texts_or_empty(object_, key, where_);
    }

    /// A type with its own read_json(json, where, value).
    template <class T>
    requires requires(const nlohmann::json& json, const std::string& where, T& value) { read_json(json, where, value); }
    void read(const char* key, const nlohmann::json& json, T& value) const {
        read_json(json, where_ + ": " + in_quotes(key), value);
    }

    template <class T>
    requires std::is_arithmetic_v<T>
    void read(const char* key, const nlohmann::json& json, std::optional<T>& value) const {
        value.reset();
        if (json.is_null()) return;
        if (!json.is_number()) refuse(key, json, std::integral<T> ? "null or an integer" : "null or a number");
        read(key, json, value.emplace());
    }

    const nlohmann::json& object_;
    const std::string& where_;
};

/// Writes the keys in the order of the visits.
struct FieldWriter {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();

    template <class T>
    void operator()(const char* key, Required<T> required) {
        object[key] = required.value;
    }
    template <class T>
    void operator()(const char* key, const T& value) {
        if constexpr (requires { nlohmann::ordered_json(to_json(value)); }) {
            object[key] = to_json(value);
        } else {
            object[key] = value;
        }
    }
    template <class T>
    void operator()(const char* key, const std::optional<T>& value) {
        if constexpr (requires { nlohmann::ordered_json(to_json(value)); }) {
            object[key] = to_json(value);
        } else {
            object[key] = nullptr;
            if (value) object[key] = *value;
        }
    }
    template <class T>
    void operator()(const char* key, const T& value, const Choices<T>& choices) {
        for (const auto& [text, choice] : choices) {
            if (choice == value) object[key] = text;
        }
    }
};

}  // namespace vitrine
