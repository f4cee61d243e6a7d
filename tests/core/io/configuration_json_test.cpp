#include "core/io/configuration_json.h"

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "tests/core/io/helpers.h"

namespace vitrine::configuration_json_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

Json navigation() { return read_json(golden("navigation/config.json")); }

/// The navigation model's configuration with these keys changed is refused with these words.
template <class... Parts>
void check_refused(const Json& change, const Parts&... parts) {
    Json json = navigation();
    json.update(change);
    CAPTURE(change.dump());
    check_error([&] { configuration_from(json, "models/config.json"); }, "models/config.json: ", parts...);
}

}  // namespace

TEST_CASE("every reference configuration survives being written and read") {
    for (const char* name : {"navigation", "translation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        const Configuration configuration = read_configuration(golden(name) / "config.json");
        CHECK(configuration_from(parse_json(configuration_text(configuration), "text"), "text") == configuration);
        CHECK(Json::parse(configuration_text(configuration)) == read_json(golden(name) / "config.json"));
    }
}

TEST_CASE("a configuration is written key by key in the contract's order") {
    const std::string text = configuration_text(read_configuration(golden("navigation/config.json")));
    CHECK(text == read_file(golden("navigation/config.json")) + "\n");
}

TEST_CASE("keys that are not required have defaults") {
    const Json least = {{"d_model", 4},
                        {"nhead", 2},
                        {"num_encoder_layers", 1},
                        {"num_decoder_layers", 1},
                        {"dim_feedforward", 8},
                        {"src_vocab_size", 5},
                        {"tgt_vocab_size", 5},
                        {"pad_src", 0},
                        {"pad_tgt", 0},
                        {"bos", 1},
                        {"eos", 2}};
    const Configuration c = configuration_from(least, "config.json");
    CHECK(c.activation == ActivationKind::relu);
    CHECK(c.norm_placement == NormPlacement::after);
    CHECK(c.layer_norm == LayerNormKind::torch);
    CHECK(c.layer_norm_eps == 1e-5);
    CHECK(c.bias);
    CHECK(c.final_norm);
    CHECK(!c.d_embed);
    CHECK(c.scale_embedding);
    CHECK(c.positions == PositionKind::sinusoidal);
    CHECK(c.max_positions == 64);
    CHECK(c.tie == Tie::none);
    CHECK(!c.mask_value);
    CHECK(c.dropout == 0);
    for (const auto& item : least.items()) {
        Json without = least;
        without.erase(item.key());
        check_error([&] { configuration_from(without, "config.json"); }, "config.json: '" + item.key() + "' is missing");
    }
}

TEST_CASE("in training a task decides vocabulary sizes and special ids, and a file may only agree") {
    const TemporaryFolder folder;
    Configuration task;
    task.src_vocab_size = 6, task.tgt_vocab_size = 9, task.pad_src = 5, task.pad_tgt = 6, task.bos = 7, task.eos = 8;
    const auto read = [&](const Json& json) {
        return read_training_configuration(folder.file("config.json", json.dump()), task, "the task 'copy'");
    };
    const char* decided[] = {"src_vocab_size", "tgt_vocab_size", "pad_src", "pad_tgt", "bos", "eos"};
    Json without = navigation();
    for (const char* key : decided) {
        without.erase(key);
        Json other = navigation();
        other[key] = 4;
        const std::string problem = std::string("'") + key + "' is 4, the task 'copy' asks for ";
        check_error([&] { read(other); }, "config.json: ", problem);
        check_error([&] { configuration_from(without, "config.json"); }, "is missing");
    }
    const Configuration c = read(without);
    CHECK(c.src_vocab_size == 6);
    CHECK(c.tgt_vocab_size == 9);
    CHECK(c.pad_src == 5);
    CHECK(c.bos == 7);
    CHECK(c.eos == 8);
    CHECK(c.d_model == 6);
    without.erase("d_model");
    check_error([&] { read(without); }, "config.json: 'd_model' is missing");
    check_error([&] { read({{"d_modle", 6}}); }, "'d_modle' is not a key");
}

TEST_CASE("an unknown key is reported") { check_refused({{"n_head", 3}}, "'n_head' is not a key"); }

TEST_CASE("a value of the wrong type is refused with what it should be") {
    check_refused({{"d_model", "6"}}, "'d_model' is \"6\", it must be an integer");
    check_refused({{"d_model", 6.5}}, "'d_model' is 6.5", "integer");
    check_refused({{"nhead", true}}, "'nhead' is true", "integer");
    check_refused({{"bos", 5'000'000'000}}, "'bos' is 5000000000", "2147483647");
    check_refused({{"d_model", 18446744073709551615u}}, "'d_model' is 18446744073709551615");
    check_refused({{"bias", 1}}, "'bias' is 1, it must be true or false");
    check_refused({{"norm_first", 0}}, "'norm_first' is 0, it must be one of false, true");
    check_refused({{"d_embed", "none"}}, "'d_embed' is \"none\", it must be null or an integer");
    check_refused({{"mask_value", "-inf"}}, "'mask_value' is \"-inf\", it must be null or a number");
    check_refused({{"layer_norm_eps", nullptr}}, "'layer_norm_eps' is null, it must be a number");
    check_refused({{"activation", "sinh"}}, "'activation' is \"sinh\"", "\"relu\", \"gelu\", \"gelu_tanh\", \"silu\"");
    check_refused({{"layer_norm", "batch"}}, "'layer_norm' is \"batch\"", "\"torch\", \"annotated\"");
    check_refused({{"positions", "circular"}}, "'positions' is \"circular\"", "\"sinusoidal\", \"sines_first\", \"learned\"");
    check_refused({{"tie", "input"}}, "'tie' is \"input\"", "\"none\", \"output\", \"embeddings\", \"all\"");
}

TEST_CASE("every configuration that cannot be built is refused with the field's name") {
    for (const char* field : {"d_model", "nhead", "num_encoder_layers", "num_decoder_layers", "dim_feedforward", "src_vocab_size",
                              "tgt_vocab_size", "max_positions", "d_embed"}) {
        check_refused({{field, 0}}, field, "at least 1");
    }
    check_refused({{"d_model", 7}}, "'d_model' 7 is not divisible by 'nhead' 3");
    check_refused({{"tie", "output"}, {"d_embed", 4}}, "'tie'", "'d_embed'", "'d_model'");
    check_refused({{"tie", "all"}, {"d_embed", 4}, {"src_vocab_size", 9}}, "'tie'", "'d_embed'");
    check_refused({{"tie", "embeddings"}}, "'tie'", "'src_vocab_size' 6", "'tgt_vocab_size' 9");
    check_refused({{"tie", "all"}}, "'tie'", "'src_vocab_size' 6");
    check_refused({{"d_model", 1}, {"nhead", 1}}, "'layer_norm'", "'d_model'");
    for (const char* field : {"pad_src", "pad_tgt", "bos", "eos"}) {
        check_refused({{field, 9}}, field, "outside");
        check_refused({{field, -1}}, field, "null or an id");
    }
    check_refused({{"dropout", 1}}, "'dropout'");
    check_refused({{"layer_norm_eps", -1}}, "'layer_norm_eps'");
}

TEST_CASE("a model that would need an absurd amount of memory is refused") {
    check_refused({{"d_model", 3'000'000'000}}, "'d_model'");
    check_refused({{"d_model", 300'000}}, "'d_model'", "million parameters");
    check_refused({{"dim_feedforward", 1'000'000'000}}, "'dim_feedforward'", "million parameters");
    check_refused({{"num_encoder_layers", 1'000'000'000}}, "'num_encoder_layers'", "10000 layers");
    check_refused({{"positions", "learned"}, {"max_positions", 1'000'000'000}}, "million parameters");
}

TEST_CASE("an odd width with sinusoidal positions is allowed") {
    Json json = navigation();
    json["d_model"] = 9;
    CHECK(configuration_from(json, "config.json").d_model == 9);
}

TEST_CASE("a configuration file that is no JSON object is refused with file and line") {
    const TemporaryFolder folder;
    const auto refused = [&](const char* text, const auto&... parts) {
        const fs::path path = folder.file("config.json", text);
        check_error([&] { read_configuration(path); }, path.string() + ": ", parts...);
    };
    refused("", "empty");
    refused("{\n \"d_model\": 6,\n}", "malformed JSON, line 3");
    refused("[6]", "an object { … } is expected, not [6]");
    refused("{\"d_model\": 6, \"d_model\": 8}", "'d_model' is there twice");
    refused("{\"d_model\": 1e999}", "malformed JSON");
    check_error([&] { read_configuration(folder.path() / "none.json"); }, "none.json: there is no such file");
}

TEST_CASE("all that is wrong with a configuration is told at once, in one line, with the keys that may have been meant") {
    const Json wrong = {{"d_modle", 8}, {"nhead", "four"}, {"pad", 0}, {"zzz", 1}};
    std::string told;
    try {
        configuration_from(wrong, "config.json");
    } catch (const Error& error) {
        told = error.what();
    }
    for (const char* part : {"config.json: 'd_modle' is not a key of a configuration; did you mean 'd_model'", "'pad' is not a key",
                             "'pad_src'", "'pad_tgt'", "'zzz' is not a key of a configuration; 'd_model' is missing",
                             "'nhead' is \"four\"", "'num_encoder_layers' is missing", "'eos' is missing"}) {
        INFO(part, " in ", told);
        CHECK(told.find(part) != std::string::npos);
    }
    CHECK(told.find('\n') == std::string::npos);
    CHECK(told.find("config.json", 1) == std::string::npos);
}

TEST_CASE("a configuration of Hugging Face is refused as that, whatever its keys") {
    const Json other = {{"model_type", "marian"}, {"architectures", {"MarianMTModel"}}, {"d_model", 512}};
    check_error([&] { configuration_from(other, "config.json"); },
                "config.json: this is a Hugging Face model: \"marian\", [\"MarianMTModel\"]; its whole folder is opened, by "
                "--model, and a file of ours has the keys that 'vitrine config --help' lists");
}

}  // namespace vitrine::configuration_json_test
