#include "core/family/family_keys.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

using Json = nlohmann::json;

namespace {

/// Names that `transformers` also accepts for a family's keys.
constexpr std::array<std::pair<std::string_view, const char*>, 15> common_names{{{"n_embd", "hidden_size"},
                                                                                 {"n_positions", "max_position_embeddings"},
                                                                                 {"n_head", "num_attention_heads"},
                                                                                 {"n_layer", "num_hidden_layers"},
                                                                                 {"d_model", "hidden_size"},
                                                                                 {"d_kv", "head_dim"},
                                                                                 {"num_heads", "num_attention_heads"},
                                                                                 {"num_layers", "num_hidden_layers"},
                                                                                 {"encoder_attention_heads", "num_attention_heads"},
                                                                                 {"encoder_layers", "num_hidden_layers"},
                                                                                 {"n_layers", "num_hidden_layers"},
                                                                                 {"n_heads", "num_attention_heads"},
                                                                                 {"dim", "hidden_size"},
                                                                                 {"rope_theta", "rotary_emb_base"},
                                                                                 {"partial_rotary_factor", "rotary_pct"}}};

}  // namespace

const char* FamilyKeys::named(const char* key) const {
    if (object_.contains(key)) return key;
    const auto* const common =
        std::ranges::find(common_names, std::string_view(key), [](const auto& names) { return names.first; });
    return common != common_names.end() && object_.contains(common->second) ? common->second : key;
}

const Json* FamilyKeys::find(const char* key) const {
    const auto found = object_.find(named(key));
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool FamilyKeys::is_null(const char* key) const { return object_.contains(key) && object_[key].is_null(); }

bool FamilyKeys::has(const char* key) const { return find(key) != nullptr; }

void FamilyKeys::refuse(const char* key, const std::string& supported) const {
    const Json* value = find(key);
    fail(where_, in_quotes(named(key)) + " is " + (value ? shown(*value) : "null") + "; supported is " + supported);
}

std::optional<Size> FamilyKeys::optional_size(const char* key, Size least) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    const auto number = integer_in(*value);
    if (!number || *number < least || *number > std::numeric_limits<std::int32_t>::max()) {
        fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be an integer from " + std::to_string(least) +
                         " to 2147483647");
    }
    return static_cast<Size>(*number);
}

Size FamilyKeys::size(const char* key, Size absent) const { return optional_size(key).value_or(absent); }

Size FamilyKeys::layers(const char* key, Size absent) const {
    constexpr Size most = 10'000;
    const Size layers = size(key, absent);
    if (layers > most) refuse(key, "at most " + std::to_string(most));
    return layers;
}

double FamilyKeys::number(const char* key, double absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_number()) fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be a number");
    return value->get<double>();
}

bool FamilyKeys::truth(const char* key, bool absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_boolean()) fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be true or false");
    return value->get<bool>();
}

std::string FamilyKeys::text(const char* key, const std::string& absent) const {
    const Json* value = find(key);
    if (!value) return absent;
    if (!value->is_string()) fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be a text");
    return value->get<std::string>();
}

std::optional<std::vector<std::string>> FamilyKeys::texts(const char* key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    std::vector<std::string> all;
    for (const Json& text : value->is_array() ? *value : Json::array({*value})) {
        if (!text.is_string()) fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be a list of texts");
        all.push_back(text.get<std::string>());
    }
    return all;
}

std::vector<std::int32_t> FamilyKeys::tokens(const char* key) const {
    const Json* value = find(key);
    if (!value) return {};
    std::vector<std::int32_t> ids;
    for (const Json& id : value->is_array() ? *value : Json::array({*value})) {
        const auto number = integer_in(id);
        if (!number || *number > std::numeric_limits<std::int32_t>::max())
            fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be the id of a token or a list of them");
        if (*number >= 0) ids.push_back(static_cast<std::int32_t>(*number));
    }
    return ids;
}

std::int32_t FamilyKeys::token(const char* key, std::int32_t absent) const {
    if (!object_.contains(key)) return absent;
    const std::vector<std::int32_t> ids = tokens(key);
    return ids.empty() ? no_token : ids.front();
}

std::int32_t FamilyKeys::first_of_target(std::int32_t absent_begin) const {
    const std::int32_t start = token("decoder_start_token_id");
    return start != no_token ? start : token("bos_token_id", absent_begin);
}

std::int32_t FamilyKeys::padding(std::int32_t absent, Size words) const {
    const Json* value = find("pad_token_id");
    const auto number = value && value->is_number() ? integer_in(*value) : std::nullopt;
    const std::int64_t id = number && *number < 0 ? *number + words : token("pad_token_id", absent);
    return id >= 0 && id < words ? static_cast<std::int32_t>(id) : no_token;
}

ActivationKind FamilyKeys::activation_of(const char* key, const std::string& name) const {
    if (name == "relu") return ActivationKind::relu;
    if (name == "gelu" || name == "gelu_python") return ActivationKind::gelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast") return ActivationKind::gelu_tanh;
    if (name == "silu" || name == "swish") return ActivationKind::silu;
    if (name == "tanh") return ActivationKind::tanh;
    refuse(key, R"("relu", "gelu", "gelu_new", "gelu_pytorch_tanh", "gelu_fast", "silu", "swish" and "tanh")");
}

ActivationKind FamilyKeys::activation(const char* key, const std::string& absent) const {
    return activation_of(key, text(key, absent));
}

void FamilyKeys::require(const char* key, bool value, const std::string& supported) const {
    if (truth(key, value) != value) refuse(key, supported);
}

void FamilyKeys::check(const Configuration& read, const std::map<std::string, std::string>& names) const {
    Configuration sizes = read;
    sizes.pad_src = sizes.pad_tgt = filler;
    sizes.bos = sizes.eos = no_token;
    try {
        vitrine::check(sizes);
    } catch (const Error& error) {
        std::string problem = error.what();
        for (const auto& [ours, theirs] : names) {
            const std::string quoted = in_quotes(ours), named = in_quotes(theirs);
            for (auto at = problem.find(quoted); at != std::string::npos; at = problem.find(quoted, at + named.size()))
                problem.replace(at, quoted.size(), named);
        }
        fail(where_, problem);
    }
}

bool FamilyKeys::is_class(std::string_view ending) const {
    const auto names = texts("architectures").value_or(std::vector<std::string>{});
    return std::ranges::any_of(names, [&](const std::string& name) { return name.ends_with(ending); });
}

std::vector<std::string> FamilyKeys::class_names() const {
    const Json* labels = find("id2label");
    const Size count = labels ? static_cast<Size>(labels->size()) : size("num_labels", 2);
    const auto wrong = [&] { refuse("id2label", "an object with a name for each of the numbers from \"0\" on"); };
    if (labels && !labels->is_object()) wrong();
    std::vector<std::string> names;
    for (Size i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        if (labels && (!labels->contains(number) || !(*labels)[number].is_string())) wrong();
        names.push_back(labels ? (*labels)[number].get<std::string>() : "LABEL_" + number);
    }
    return names;
}

std::optional<FamilyKeys> FamilyKeys::inside(const char* key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    if (!value->is_object()) fail(where_, in_quotes(named(key)) + " is " + shown(*value) + ", it must be an object");
    return FamilyKeys(*value, where_ + ": " + in_quotes(key));
}

}  // namespace vitrine
