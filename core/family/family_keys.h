#pragma once
/// Reads keys of a config.json of Hugging Face. Only core/family includes this.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/model/configuration.h"

namespace vitrine {

/// An absent key, or null, has the default that `transformers` gives it. Throws Error, prefixed with `where`, naming a key whose
/// value is of another type.
class FamilyKeys {
public:
    FamilyKeys(const nlohmann::json& object, std::string where) : object_(object), where_(std::move(where)) {}

    bool has(const char* key) const;
    Size size(const char* key, Size absent) const;
    std::optional<Size> optional_size(const char* key) const;
    double number(const char* key, double absent) const;
    bool truth(const char* key, bool absent) const;
    std::string text(const char* key, const std::string& absent) const;

    /// The id of a token; no_token where the key is absent or null.
    std::int32_t token(const char* key, std::int32_t absent = no_token) const;

    /// One id or a list of them.
    std::vector<std::int32_t> tokens(const char* key) const;

    /// The activation that a name of `transformers` stands for.
    ActivationKind activation(const char* key, const std::string& absent) const;
    ActivationKind activation_of(const char* key, const std::string& name) const;

    /// Throws Error: "…: 'key' is VALUE; supported is WHAT".
    [[noreturn]] void refuse(const char* key, const std::string& supported) const;

    /// Refuses a key whose value is not this one.
    void require(const char* key, bool value, const std::string& supported) const;

    /// The keys of an object inside; empty where it is absent or null.
    std::optional<FamilyKeys> inside(const char* key) const;

private:
    const nlohmann::json* find(const char* key) const;

    const nlohmann::json& object_;
    std::string where_;
};

}  // namespace vitrine
