#include "core/io/configuration_json.h"

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// What is wrong with the keys of an object, one problem after another.
class Problems {
public:
    void add(const std::string& problem) {
        if (!problem.empty()) text_ += (text_.empty() ? "" : text_.ends_with('?') ? " " : "; ") + problem;
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// Throws Error if the object is not a configuration of ours but has the keys of one of Hugging Face's.
void refuse_hugging_face(const Json& object, const std::string& where) {
    const auto type = object.find("model_type"), architectures = object.find("architectures");
    if (type == object.end() && architectures == object.end()) return;
    std::string which = type != object.end() ? shown(*type) : "";
    if (architectures != object.end()) which += (which.empty() ? "" : ", ") + architectures->dump();
    fail(where, "this is a Hugging Face model: " + which +
                    "; its whole folder is opened, by --model, and a file of ours has the keys that 'vitrine config --help' lists");
}

/// The fields before they are read. An architecture that lacks some parts starts with other values for them.
Configuration unread(const Json& object) {
    const auto kind = object.find("architecture");
    if (kind == object.end()) return {};
    Configuration c = *kind == "attention" ? lone_attention() : Configuration{};
    if (*kind == "decoder") c.architecture = Architecture::decoder, c.num_encoder_layers = 0, c.pad_src = no_token;
    if (*kind == "encoder") {
        c.architecture = Architecture::encoder;
        c.num_decoder_layers = 0;
        c.pad_tgt = c.bos = c.eos = no_token;
    }
    return c;
}

nlohmann::ordered_json json_of(const Configuration& configuration) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const ConfigurationKey& key : configuration_keys())
        if (key.is_of(configuration.architecture)) key.write(configuration, object);
    return object;
}

/// Notes every unknown key. Throws Error if this is not a configuration at all.
void check_keys(const Json& object, const std::string& where, Problems& problems) {
    if (!object.is_object()) fail(where, "an object { … } is expected, not " + shown(object));
    refuse_hugging_face(object, where);
    const Configuration any = unread(object);
    problems.add(unknown_keys(object, json_of(any),
                              any.is_transformer() ? "is not a key of a configuration" : "does not apply to an attention alone"));
}

/// Reads the key. Returns what is wrong with it; empty if nothing is.
std::string problem_of(const ConfigurationKey& key, const Json& object, Configuration& configuration) {
    if (!object.contains(key.name)) return key.use.required ? in_quotes(key.name) + " is missing" : "";
    try {
        key.read(object, configuration);
        return "";
    } catch (const Error& error) {
        return std::string(error.what()).substr(std::string_view(": ").size());  // the place is only named once
    }
}

}  // namespace

Configuration configuration_from(const Json& object, const std::string& where) {
    Problems problems;
    check_keys(object, where, problems);
    Configuration configuration = unread(object);
    std::vector<std::string> unsound;
    for (const ConfigurationKey& key : configuration_keys()) {
        if (!key.is_of(configuration.architecture)) continue;
        const std::string problem = problem_of(key, object, configuration);
        problems.add(problem);
        if (!problem.empty()) unsound.push_back(key.name);
    }
    for (const std::string& problem : problems_of(configuration, unsound)) problems.add(problem);
    if (!problems.text().empty()) fail(where, problems.text());
    return configuration;
}

Configuration read_configuration(const std::filesystem::path& path) { return configuration_from(read_json(path), path.string()); }

Configuration read_training_configuration(const std::filesystem::path& path, const Configuration& task, const std::string& name) {
    const std::string where = path.string();
    Json object = read_json(path);
    Problems problems;
    check_keys(object, where, problems);
    if (!problems.text().empty()) fail(where, problems.text());
    require_transformer(unread(object), where, "without labels there is no loss, and so nothing to learn");
    if (object.contains("classes") && object["classes"] != 0)
        fail(where, "'classes' is " + shown(object["classes"]) + ": trained are models that predict tokens (0)");
    const Json decided = json_of(task);
    for (const char* key : {"src_vocab_size", "tgt_vocab_size", "pad_src", "pad_tgt", "bos", "eos"}) {
        if (!decided.contains(key)) continue;
        const Json& value = decided[key];
        if (!object.contains(key)) object[key] = value;
        if (object[key] != value) {
            problems.add(std::string("'") + key + "' is " + shown(object[key]) + ", " + name + " asks for " + value.dump());
        }
    }
    if (!problems.text().empty()) fail(where, problems.text());
    return configuration_from(object, where);
}

Architecture read_architecture(const std::filesystem::path& path) {
    const Json object = read_json(path);
    return object.is_object() ? unread(object).architecture : Architecture::transformer;
}

std::string configuration_text(const Configuration& configuration) {
    nlohmann::ordered_json object = json_of(configuration);
    for (const ConfigurationKey& key : configuration_keys()) {
        const bool is_default = object.contains(key.name) && object[key.name].dump() == key.default_text();
        if (is_default && !key.use.written_at_its_default) object.erase(key.name);
    }
    return object.dump(1) + "\n";
}

std::string configuration_template() {
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = 37000;
    c.tie = Tie::all;
    c.final_norm = false;
    c.dropout = c.embedding_dropout = 0.1;
    return json_of(c).dump(1) + "\n";
}

}  // namespace vitrine
