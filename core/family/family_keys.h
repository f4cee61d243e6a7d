#pragma once
/// Reads keys of a config.json of Hugging Face. Only core/family includes this.

#include <map>
#include <optional>
#include <string>
#include <string_view>
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

    /// Whether the key is present and null, which for some keys is not the same as absent.
    bool is_null(const char* key) const;

    /// An integer of at least 1; an integer of at least `least`.
    Size size(const char* key, Size absent) const;
    std::optional<Size> optional_size(const char* key, Size least = 1) const;

    /// The number of layers, at most 10000, since each layer's names are made before any weights are read.
    Size layers(const char* key, Size absent) const;
    double number(const char* key, double absent) const;
    bool truth(const char* key, bool absent) const;
    std::string text(const char* key, const std::string& absent) const;
    std::optional<std::vector<std::string>> texts(const char* key) const;

    /// The id of a token; no_token where the key is null or negative.
    std::int32_t token(const char* key, std::int32_t absent = no_token) const;

    /// What a decoder's input begins with: `decoder_start_token_id`, which has no default, or `bos_token_id`.
    std::int32_t first_of_target(std::int32_t absent_begin) const;

    /// The id of padding as an index of its table: a negative id counts from the end, as in PyTorch. no_token if there is no
    /// padding, or if the table of `words` rows does not have this row.
    std::int32_t padding(std::int32_t absent, Size words) const;

    /// One id or a list of ids; negative ones, which no token has, are left out.
    std::vector<std::int32_t> tokens(const char* key) const;

    /// The activation that a name of `transformers` stands for.
    ActivationKind activation(const char* key, const std::string& absent) const;
    ActivationKind activation_of(const char* key, const std::string& name) const;

    /// Throws Error: "…: 'key' is VALUE; supported is WHAT".
    [[noreturn]] void refuse(const char* key, const std::string& supported) const;

    /// Refuses a key whose value is not this one.
    void require(const char* key, bool value, const std::string& supported) const;

    /// Checks everything that was read, except its tokens. Throws Error with the names of the keys in the file, which `names`
    /// gives for ours.
    void check(const Configuration& read, const std::map<std::string, std::string>& names) const;

    /// Whether the folder is of a class whose name ends so, "ForSequenceClassification".
    bool is_class(std::string_view ending) const;

    /// The names of the classes in `id2label`; "LABEL_0" and "LABEL_1" where it is absent.
    std::vector<std::string> class_names() const;

    /// The keys of an object inside; empty where it is absent or null.
    std::optional<FamilyKeys> inside(const char* key) const;

private:
    /// The key as the file has it: keys may also have a name that `transformers` uses for all families, or once used.
    const char* named(const char* key) const;

    /// Null if the key is absent or null.
    const nlohmann::json* find(const char* key) const;

    const nlohmann::json& object_;
    std::string where_;
};

}  // namespace vitrine
