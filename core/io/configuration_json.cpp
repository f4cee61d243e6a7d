#include "core/io/configuration_json.h"

#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_fields.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// Calls visit(key, value) for every key in the order of files, or visit(key, value, choices) if only certain values are allowed. C
/// is Configuration or const Configuration.
template <class C, class Visit>
void for_each_key_of_transformer(C& c, Visit&& visit) {
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
    visit("embedding_dropout", c.embedding_dropout);
}

/// Of one attention alone.
template <class C, class Visit>
void for_each_key_of_attention(C& c, Visit&& visit) {
    visit("d_model", Required{c.d_model});
    visit("nhead", Required{c.nhead});
    visit("src_vocab_size", Required{c.src_vocab_size});
    visit("tgt_vocab_size", Required{c.tgt_vocab_size});
    visit("bias", c.bias);
}

/// The architecture comes first, since it decides which further keys there are.
template <class C, class Visit>
void for_each_key(C& c, Visit&& visit) {
    using A = Architecture;
    visit("architecture", c.architecture, Choices<A>{{"transformer", A::transformer}, {"attention", A::attention}});
    c.is_transformer() ? for_each_key_of_transformer(c, visit) : for_each_key_of_attention(c, visit);
}

/// What is wrong with an object's keys, one problem after the other.
class Problems {
public:
    void add(const std::string& problem) {
        if (!problem.empty()) text_ += (text_.empty() ? "" : text_.ends_with('?') ? " " : "; ") + problem;
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// Reads every field, and notes what is wrong instead of stopping at the first problem.
class PatientReader {
public:
    PatientReader(const Json& object, Problems& problems) : reader_(object, nowhere_), problems_(problems) {}

    template <class... Field>
    void operator()(const char* key, Field&&... field) {
        try {
            reader_(key, std::forward<Field>(field)...);
        } catch (const Error& error) {
            problems_.add(std::string(error.what()).substr(std::string_view(": ").size()));
        }
    }

private:
    const std::string nowhere_;
    FieldReader reader_;
    Problems& problems_;
};

/// Throws Error where the object is no configuration of ours, but one of Hugging Face's, which has these keys.
void refuse_hugging_face(const Json& object, const std::string& where) {
    const auto type = object.find("model_type"), architectures = object.find("architectures");
    if (type == object.end() && architectures == object.end()) return;
    std::string which = type != object.end() ? shown(*type) : "";
    if (architectures != object.end()) which += (which.empty() ? "" : ", ") + architectures->dump();
    fail(where, "this is a Hugging Face model: " + which +
                    "; Vitrine opens encoder-decoders in the layout that its README describes under \"Your own model\"");
}

/// What the fields are before they are read: those of one attention alone begin with other values.
Configuration unread(const Json& object) {
    const auto kind = object.find("architecture");
    return kind != object.end() && *kind == "attention" ? lone_attention() : Configuration{};
}

/// Notes every unknown key. Throws Error where this is no configuration at all.
void check_keys(const Json& object, const std::string& where, Problems& problems) {
    if (!object.is_object()) fail(where, "an object { … } is expected, not " + shown(object));
    refuse_hugging_face(object, where);
    const Configuration any = unread(object);
    FieldWriter known;
    for_each_key(any, known);
    problems.add(unknown_keys(object, known.object,
                              any.is_transformer() ? "is not a key of a configuration" : "is of no use to one attention alone"));
}

}  // namespace

Configuration configuration_from(const Json& object, const std::string& where) {
    Problems problems;
    check_keys(object, where, problems);
    Configuration configuration = unread(object);
    for_each_key(configuration, PatientReader(object, problems));
    if (!problems.text().empty()) fail(where, problems.text());
    within(where, [&] { check(configuration); });
    return configuration;
}

Configuration read_configuration(const std::filesystem::path& path) { return configuration_from(read_json(path), path.string()); }

Configuration read_training_configuration(const std::filesystem::path& path, const Configuration& task, const std::string& name) {
    const std::string where = path.string();
    Json object = read_json(path);
    Problems problems;
    check_keys(object, where, problems);
    if (!problems.text().empty()) fail(where, problems.text());
    require_transformer(unread(object), where, "no labels, no loss and nothing to learn");
    FieldWriter decided;
    for_each_key(task, decided);
    for (const char* key : {"src_vocab_size", "tgt_vocab_size", "pad_src", "pad_tgt", "bos", "eos"}) {
        const Json value = decided.object[key];
        if (!object.contains(key)) object[key] = value;
        if (object[key] != value) {
            fail(where, std::string("'") + key + "' is " + shown(object[key]) + ", " + name + " asks for " + value.dump());
        }
    }
    return configuration_from(object, where);
}

std::string configuration_text(const Configuration& configuration) {
    FieldWriter writer;
    for_each_key(configuration, writer);
    // Omitted since few models use them.
    if (configuration.is_transformer()) writer.object.erase("architecture");
    if (configuration.embedding_dropout == 0) writer.object.erase("embedding_dropout");
    return writer.object.dump(1) + "\n";
}

}  // namespace vitrine
