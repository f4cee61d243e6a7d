#include "core/io/configuration_json.h"

#include <concepts>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/io/json_text.h"
#include "core/io/problem.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// What a key may say, and what that means.
template <class T>
using Choices = std::vector<std::pair<Json, T>>;

/// A key that has to be there.
template <class T>
struct Required {
    T& value;
};
template <class T>
Required(T&) -> Required<T>;

/// Calls visit(key, value) for every key, in the order in which files have them; visit(key, value, choices) where only some values
/// are allowed. C is Configuration or const Configuration.
template <class C, class Visit>
void for_each_key(C& c, Visit&& visit) {
    visit("d_model", Required{c.d_model});
    visit("nhead", Required{c.nhead});
    visit("num_encoder_layers", Required{c.num_encoder_layers});
    visit("num_decoder_layers", Required{c.num_decoder_layers});
    visit("dim_feedforward", Required{c.dim_feedforward});
    visit("src_vocab_size", Required{c.src_vocab_size});
    visit("tgt_vocab_size", Required{c.tgt_vocab_size});
    using A = ActivationKind;
    visit("activation", c.activation, Choices<A>{{"relu", A::relu}, {"gelu", A::gelu}, {"silu", A::silu}});
    visit("norm_first", c.norm_placement, Choices<NormPlacement>{{false, NormPlacement::after}, {true, NormPlacement::before}});
    using N = LayerNormKind;
    visit("layer_norm", c.layer_norm, Choices<N>{{"torch", N::torch}, {"annotated", N::annotated}});
    visit("layer_norm_eps", c.layer_norm_eps);
    visit("bias", c.bias);
    visit("final_norm", c.final_norm);
    visit("d_embed", c.d_embed);
    visit("embedding_norm", c.embedding_norm);
    visit("scale_embedding", c.scale_embedding);
    using P = PositionKind;
    visit("positions", c.positions, Choices<P>{{"sinusoidal", P::sinusoidal}, {"learned", P::learned}});
    visit("max_positions", c.max_positions);
    visit("tie", c.tie,
          Choices<Tie>{{"none", Tie::none}, {"output", Tie::output}, {"embeddings", Tie::embeddings}, {"all", Tie::all}});
    visit("mask_value", c.mask_value);
    visit("pad_src", Required{c.pad_src});
    visit("pad_tgt", Required{c.pad_tgt});
    visit("bos", Required{c.bos});
    visit("eos", Required{c.eos});
    visit("dropout", c.dropout);
}

/// Reads keys one by one. What is not there keeps its default, unless it is required.
class Reader {
public:
    Reader(const Json& object, const std::string& where) : object_(object), where_(where) {}

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
    [[noreturn]] void refuse(const char* key, const Json& value, const std::string& allowed) const {
        fail(where_, std::string("'") + key + "' is " + shown(value) + ", it must be " + allowed);
    }

    template <std::integral T>
    void read(const char* key, const Json& json, T& value) const {
        using Limits = std::numeric_limits<T>;
        const auto number = integer_in(json);
        if (!number) refuse(key, json, "an integer");
        if (*number < Limits::min() || *number > Limits::max()) {
            refuse(key, json, "between " + std::to_string(Limits::min()) + " and " + std::to_string(Limits::max()));
        }
        value = static_cast<T>(*number);
    }

    void read(const char* key, const Json& json, double& value) const {
        if (!json.is_number()) refuse(key, json, "a number");
        value = json.get<double>();
    }

    void read(const char* key, const Json& json, bool& value) const {
        if (!json.is_boolean()) refuse(key, json, "true or false");
        value = json.get<bool>();
    }

    template <class T>
    void read(const char* key, const Json& json, std::optional<T>& value) const {
        value.reset();
        if (json.is_null()) return;
        if (!json.is_number()) refuse(key, json, std::integral<T> ? "null or an integer" : "null or a number");
        read(key, json, value.emplace());
    }

    const Json& object_;
    const std::string& where_;
};

struct Writer {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();

    template <class T>
    void operator()(const char* key, Required<T> required) {
        object[key] = required.value;
    }
    template <class T>
    void operator()(const char* key, const T& value) {
        object[key] = value;
    }
    template <class T>
    void operator()(const char* key, const std::optional<T>& value) {
        object[key] = nullptr;
        if (value) object[key] = *value;
    }
    template <class T>
    void operator()(const char* key, const T& value, const Choices<T>& choices) {
        for (const auto& [text, choice] : choices) {
            if (choice == value) object[key] = text;
        }
    }
};

/// Error for a key that no one would read.
void check_names(const Json& object, const std::string& where) {
    if (!object.is_object()) fail(where, "an object { … } is expected, not " + shown(object));
    const Configuration any;
    Writer known;
    for_each_key(any, known);
    for (const auto& item : object.items()) {
        if (!known.object.contains(item.key())) fail(where, "'" + item.key() + "' is not a key of a configuration");
    }
}

}  // namespace

Configuration configuration_from(const Json& object, const std::string& where) {
    check_names(object, where);
    Configuration configuration;
    for_each_key(configuration, Reader(object, where));
    within(where, [&] { check(configuration); });
    return configuration;
}

Configuration read_configuration(const std::filesystem::path& path) { return configuration_from(read_json(path), path.string()); }

std::string configuration_text(const Configuration& configuration) {
    Writer writer;
    for_each_key(configuration, writer);
    return writer.object.dump(1) + "\n";
}

}  // namespace vitrine
