#include "core/family/family_keys.h"

#include <limits>

#include "core/files/json_text.h"
#include "core/files/problem.h"

namespace vitrine {

using Json = nlohmann::json;

const Json* FamilyKeys::find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool FamilyKeys::has(const char* key) const { return find(key) != nullptr; }

void FamilyKeys::refuse(const char* key, const std::string& supported) const {
    const Json* value = find(key);
    fail(where_, std::string("'") + key + "' is " + (value ? shown(*value) : "null") + "; supported is " + supported);
}

std::optional<Size> FamilyKeys::optional_size(const char* key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    const auto number = integer_in(*value);
    if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max())
        fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be a number of at least 0");
    return static_cast<Size>(*number);
}

Size FamilyKeys::size(const char* key, Size absent) const { return optional_size(key).value_or(absent); }

double FamilyKeys::number(const char* key, double absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_number()) fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be a number");
    return value->get<double>();
}

bool FamilyKeys::truth(const char* key, bool absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_boolean()) fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be true or false");
    return value->get<bool>();
}

std::string FamilyKeys::text(const char* key, const std::string& absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_string()) fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be a text");
    return value->get<std::string>();
}

std::vector<std::int32_t> FamilyKeys::tokens(const char* key) const {
    const Json* value = find(key);
    if (!value) return {};
    std::vector<std::int32_t> ids;
    for (const Json& id : value->is_array() ? *value : Json::array({*value})) {
        const auto number = integer_in(id);
        if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max())
            fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be the id of a token or a list of them");
        ids.push_back(static_cast<std::int32_t>(*number));
    }
    return ids;
}

std::int32_t FamilyKeys::token(const char* key, std::int32_t absent) const {
    if (object_.contains(key) && object_[key].is_null()) return no_token;
    const std::vector<std::int32_t> ids = tokens(key);
    return ids.empty() ? absent : ids.front();
}

ActivationKind FamilyKeys::activation_of(const char* key, const std::string& name) const {
    if (name == "relu") return ActivationKind::relu;
    if (name == "gelu") return ActivationKind::gelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast") return ActivationKind::gelu_tanh;
    if (name == "silu" || name == "swish") return ActivationKind::silu;
    refuse(key, R"("relu", "gelu", "gelu_new", "gelu_pytorch_tanh", "gelu_fast", "silu" and "swish")");
}

ActivationKind FamilyKeys::activation(const char* key, const std::string& absent) const {
    return activation_of(key, text(key, absent));
}

void FamilyKeys::require(const char* key, bool value, const std::string& supported) const {
    if (truth(key, value) != value) refuse(key, supported);
}

std::optional<FamilyKeys> FamilyKeys::inside(const char* key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    if (!value->is_object()) fail(where_, std::string("'") + key + "' is " + shown(*value) + ", it must be an object");
    return FamilyKeys(*value, where_ + ": '" + key + "'");
}

}  // namespace vitrine
