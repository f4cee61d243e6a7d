/// Folders of `transformers` that cannot be opened, and older ones that can.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/family/family.h"
#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/safetensors.h"
#include "core/io/history_file.h"
#include "core/io/open_model.h"
#include "tests/core/io/helpers.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::family_folder_test {
using namespace vitrine::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A copy of a family's folder, to be damaged.
class Copy {
public:
    explicit Copy(const std::string& family) {
        for (const auto& file : fs::directory_iterator(test_data("goldens/families/" + family)))
            fs::copy_file(file, path() / file.path().filename());
    }

    fs::path path() const { return folder_.path(); }

    Copy& change(const char* file, const std::function<void(Json&)>& edit) {
        Json json = read_json(path() / file);
        edit(json);
        write_file_atomically(path() / file, json.dump());
        return *this;
    }

    Copy& configure(const Json& keys) {
        return change("config.json", [&](Json& json) { json.update(keys); });
    }

    Model open() const { return open_model_folder(path()); }

private:
    TemporaryFolder folder_;
};

/// Writes the tensors of a file under other names; those whose name becomes empty are left out.
void rename_tensors(const fs::path& file, const std::function<std::string(const std::string&)>& renamed) {
    const StoredTensors stored = read_safetensors(file);
    std::vector<Tensor> kept;
    std::vector<std::string> names;
    for (const auto& [name, tensor] : stored.tensors) {
        if (renamed(name).empty()) continue;
        names.push_back(renamed(name));
        const bool is_matrix = tensor.shape.size() == 2;
        Tensor& copy = kept.emplace_back(is_matrix ? Tensor{Axis::output, Axis::input} : Tensor{Axis::output});
        is_matrix ? copy.resize({tensor.shape[0], tensor.shape[1]}) : copy.resize({tensor.shape[0]});
        copy_numbers(tensor, copy.data());
    }
    std::vector<NamedTensor> all;
    for (std::size_t i = 0; i < kept.size(); ++i) all.push_back({names[i], view(kept[i])});
    write_safetensors(file, all);
}

template <class... Parts>
void refused(const Copy& copy, const Parts&... parts) {
    check_error([&] { copy.open(); }, parts...);
}

}  // namespace

TEST_CASE("what is not supported is refused by the key that asks for it") {
    refused(Copy("gpt2").configure({{"model_type", "falcon"}}), "config.json: 'model_type' is \"falcon\"", "\"gpt2\"", "\"qwen2\"");
    refused(Copy("gpt2").configure({{"activation_function", "quick_gelu"}}), "'activation_function' is \"quick_gelu\"",
            "\"gelu_new\"");
    refused(Copy("gpt2").configure({{"add_cross_attention", true}}), "'add_cross_attention'");
    refused(Copy("llama").configure({{"rope_parameters", {{"rope_type", "yarn"}, {"factor", 4.0}}}}), "'rope_type' is \"yarn\"");
    refused(Copy("llama").configure({{"quantization_config", {{"bits", 4}}}}), "'quantization_config'");
    refused(Copy("llama").configure({{"num_local_experts", 8}}), "'num_local_experts'");
    refused(Copy("bert").configure({{"position_embedding_type", "relative_key"}}), "'position_embedding_type'");
    refused(Copy("bert").configure({{"is_decoder", true}}), "'is_decoder'");
    refused(Copy("gpt2").configure({{"n_head", "four"}}), "config.json: 'n_head' is \"four\"");
    refused(Copy("gpt2").configure({{"n_head", 5}}), "config.json", "'n_embd' 48 is not divisible by 'n_head' 5");
    refused(Copy("gpt2").configure({{"n_layer", 2147483647}}), "config.json: 'n_layer' is 2147483647; supported is at most 10000");
    refused(Copy("llama").configure({{"num_attention_heads", 0}}), "'num_attention_heads' is 0");
    refused(Copy("gpt2").configure({{"vocab_size", -3}}), "'vocab_size' is -3, it must be an integer from 1");
    refused(Copy("bert").configure({{"layer_norm_eps", -1}}), "'layer_norm_eps' must be a number of at least 0");
    refused(Copy("llama").configure({{"rope_scaling", {{"type", "yarn"}, {"factor", 2.0}}}}), "'type' is \"yarn\"", "\"llama3\"");
    refused(Copy("llama").configure({{"rope_scaling", {{"type", "linear"}}}}), "'factor' is null", "\"linear\"");
    refused(Copy("llama").configure({{"rope_scaling", {{"rope_type", "llama3"}, {"low_freq_factor", 1.0}}}}), "'factor' is null");
    refused(Copy("llama").configure({{"rope_parameters", {{"full_attention", {{"rope_type", "default"}}}}}}), "'full_attention'");
    refused(Copy("llama").configure({{"rope_theta", "big"}}), "'rope_theta' is \"big\"");
    refused(Copy("gpt_neox").configure({{"rotary_pct", "half"}, {"rope_parameters", nullptr}}), "'rotary_pct' is \"half\"");
    refused(Copy("roberta").configure({{"pad_token_id", 33}}), "'max_position_embeddings' is 34", "pad_token_id");
    refused(Copy("distilbert").configure({{"n_heads", 5}}), "'dim' 36 is not divisible by 'n_heads' 5");
}

TEST_CASE("classes are those of id2label, one for each sentence") {
    CHECK(Copy("bert-classifier").open().classes.words() == std::vector<std::string>{"negative", "neutral", "positive"});
    refused(Copy("bert-classifier").configure({{"problem_type", "multi_label_classification"}}), "'problem_type'");
    refused(Copy("bert-classifier").configure({{"id2label", {{"0", "only"}}}}), "'id2label'", "at least two classes");
    refused(Copy("bert-classifier").configure({{"id2label", {{"0", "good"}, {"2", "bad"}}}}), "'id2label'", "from \"0\" on");
    refused(Copy("bert-classifier").configure({{"id2label", {{"0", "good"}, {"1", "bad"}}}}), "'classifier.weight' is 3×40",
            "2×40");
    const Copy labelled("bert-classifier");
    const auto with_labels = [&](const Json& labels) {
        write_file_atomically(labelled.path() / "batch.json", Json{{"src", {{2, 5, 3}, {2, 3}}}, {"labels", labels}}.dump());
        return open_model({.folder = labelled.path(), .batch = labelled.path() / "batch.json"}).batch.labels;
    };
    CHECK(with_labels({2, nullptr}).at({1, 0}) == filler);
    CHECK(with_labels({-100, 0}).at({0, 0}) == filler);
    check_error([&] { with_labels({0, 3}); }, "batch.json", "'labels'", "3");
    CHECK(with_labels({"positive", "neutral"}).at({1, 0}) == 1);
    check_error([&] { with_labels({0, "angry"}); }, "batch.json: 'labels'[1] is \"angry\"", "no class");
    check_error([&] { with_labels({0, 0.5}); }, "batch.json: 'labels'[1] is 0.5", "the number or the name of a class");
    check_error([&] { with_labels(Json::array({0})); }, "batch.json", "1 classes", "2 sentences");
}

TEST_CASE("a decoder with a head for classes opens without it, and a note says so") {
    Copy classifier("gpt2");
    classifier.configure({{"architectures", {"GPT2ForSequenceClassification"}}});
    const Model model = classifier.open();
    CHECK(!model.configuration.logits);
    REQUIRE(model.notes.size() >= 1);
    CHECK(model.notes[0].find("the head for classes") != std::string::npos);
}

TEST_CASE("a folder of folders named after steps is a history, whose moments are read when they are looked at") {
    const TemporaryFolder folder;
    const fs::path from = test_data("goldens/family_variants/gpt-neox-one-after-the-other");
    for (const char* step : {"step0", "step1000", "step256"}) {
        fs::create_directory(folder.path() / step);
        for (const auto& file : fs::directory_iterator(from)) fs::copy_file(file, folder.path() / step / file.path().filename());
    }
    const Model last = open_model_folder(folder.path());
    CHECK(last.title.find("after step 1000") != std::string::npos);
    const TrainingHistory history = read_history(folder.path());
    CHECK(history.configuration == last.configuration);
    REQUIRE(history.moments.all().size() == 3);
    CHECK(history.moments.all()[1].step == 256);
    const auto weights = history.moments.all()[0].weights();
    CHECK(weights->tgt_embedding.weight.at({3, 5}) == last.parameters.tgt_embedding.weight.at({3, 5}));

    check_error([&] { parameters_of_moment(folder.path(), 500, last.configuration); }, "step 500", "256 and 1000");
    fs::remove(folder.path() / "step256" / "model.safetensors");
    check_error([&] { history.moments.all()[1].weights(); }, "step256", "has no weights");
    Json other = read_json(folder.path() / "step0" / "config.json");
    other["layer_norm_eps"] = 0.5;
    write_file_atomically(folder.path() / "step0" / "config.json", other.dump());
    check_error([&] { history.moments.all()[0].weights(); }, "step0", "another configuration");
}

TEST_CASE("weights that do not fit are refused by file and tensor") {
    refused(Copy("gpt2").configure({{"vocab_size", 331}}), "model.safetensors: 'transformer.wte.weight' is 330×48", "331×48");
    refused(Copy("gpt2").configure({{"n_layer", 4}}), "'transformer.h.3.ln_1.weight' is missing");
    refused(Copy("gpt2").configure({{"n_layer", 2}}), "model.safetensors: 'transformer.h.2.", "not known");
    Copy without_shard("bart");
    fs::remove(without_shard.path() / "model-00002-of-00002.safetensors");
    refused(without_shard, "model-00002-of-00002.safetensors: is missing");
    Copy twice("bart");
    const std::string index = "model.safetensors.index.json";
    std::string text = read_file(twice.path() / index);
    text.replace(text.find("\"model.shared.weight\""), 21, "\"final_logits_bias\"");
    write_file_atomically(twice.path() / index, text);
    refused(twice, index, "'final_logits_bias'");
    Copy elsewhere("bart");
    elsewhere.change(index.c_str(), [](Json& json) {
        auto& map = json["weight_map"];
        map["model.shared.weight"] = map["model.shared.weight"] == "model-00001-of-00002.safetensors"
                                         ? "model-00002-of-00002.safetensors"
                                         : "model-00001-of-00002.safetensors";
    });
    refused(elsewhere, "'model.shared.weight' is missing");
    Copy old("gpt2");
    fs::remove(old.path() / "model.safetensors");
    fs::copy_file(test_data("pytorch/before-1.6.pt"), old.path() / "pytorch_model.bin");
    refused(old,
            "pytorch_model.bin: is of the format before PyTorch 1.6; two lines of Python convert it: import torch; torch.save(");
    Copy listed("gpt2");
    write_file_atomically(listed.path() / "generation_config.json", "[]");
    refused(listed, "generation_config.json: an object");
    Copy nothing("gpt2");
    fs::remove(nothing.path() / "model.safetensors");
    refused(nothing, "has no weights");
}

TEST_CASE("windows are those of the layers that have one") {
    const auto windows = [](Json json) {
        json.update({{"vocab_size", 50}, {"hidden_size", 64}, {"intermediate_size", 8}, {"num_hidden_layers", 4}});
        const Configuration c = family_model_from(json, "config.json").configuration;
        std::vector<Size> found;
        for (std::size_t i = 0; i < 4; ++i) found.push_back(c.layer(StackKind::decoder, i).window.value_or(0));
        return found;
    };
    using Windows = std::vector<Size>;
    CHECK(windows({{"model_type", "mistral"}}) == Windows{4096, 4096, 4096, 4096});
    CHECK(windows({{"model_type", "mistral"}, {"sliding_window", nullptr}}) == Windows{0, 0, 0, 0});
    CHECK(windows({{"model_type", "qwen2"}, {"sliding_window", 4}, {"max_window_layers", 1}}) == Windows{0, 0, 0, 0});
    Json late{{"model_type", "qwen3"}, {"sliding_window", 4}, {"max_window_layers", 3}, {"use_sliding_window", true}};
    CHECK(windows(late) == Windows{0, 0, 0, 4});
    late["layer_types"] = {"sliding_attention", "full_attention", "full_attention", "full_attention"};
    CHECK(windows(late) == Windows{4, 0, 0, 0});
    CHECK(windows({{"model_type", "gemma2"}, {"sliding_window", 7}, {"head_dim", 8}}) == Windows{7, 0, 7, 0});
    late["layer_types"] = {"full_attention"};
    check_error([&] { windows(late); }, "'layer_types'", "one for each of the 4 layers");
}

TEST_CASE("an absent key has transformers' default, and null may mean something else") {
    const auto read = [](Json json) {
        json.update({{"vocab_size", 50}, {"hidden_size", 64}, {"intermediate_size", 8}, {"num_hidden_layers", 1}});
        return family_model_from(json, "config.json").configuration;
    };
    // MistralConfig() and Qwen2Config() of transformers 5.12
    const Configuration mistral = read({{"model_type", "mistral"}});
    CHECK(mistral.num_key_value_heads == 8);
    CHECK(mistral.bos == 1);
    CHECK(mistral.eos == 2);
    CHECK(read({{"model_type", "mistral"}, {"num_key_value_heads", nullptr}}).num_key_value_heads == 32);
    CHECK(read({{"model_type", "qwen2"}}).num_key_value_heads == 32);
    CHECK(read({{"model_type", "qwen2"}}).eos == no_token);
    // `decoder_start_token_id` of BartConfig is only a default, which transformers does not generate with.
    CHECK(family_model_from({{"model_type", "bart"}, {"vocab_size", 50}}, "config.json").configuration.bos == 0);
    CHECK(family_model_from({{"model_type", "t5"}, {"vocab_size", 50}}, "config.json").configuration.eos == 1);
    // The id 50256 does not exist in a vocabulary of 50.
    CHECK(family_model_from({{"model_type", "gpt2"}, {"vocab_size", 50}}, "config.json").configuration.eos == no_token);
    // The names that all families share.
    CHECK(family_model_from({{"model_type", "gpt2"}, {"hidden_size", 24}}, "config.json").configuration.d_model == 24);
}

TEST_CASE("a table that is tied may be stored under any of its names") {
    Copy llama("llama");
    llama.configure({{"tie_word_embeddings", true}});
    CHECK(!llama.open().configuration.ties_output());  // the folder has another table for the logits
    rename_tensors(llama.path() / "model.safetensors",
                   [](const std::string& name) { return name == "model.embed_tokens.weight" ? std::string() : name; });
    CHECK(llama.open().configuration.ties_output());
    llama.configure({{"tie_word_embeddings", false}});
    refused(llama, "'model.embed_tokens.weight' is missing");
}

TEST_CASE("rules of generation are followed as generate follows them") {
    const auto rules = [](const Json& generation) {
        const Json configuration = {{"model_type", "gpt2"}, {"vocab_size", 50}, {"bos_token_id", 1}, {"eos_token_id", 2}};
        return generation_rules_from(configuration, generation, family_model_from(configuration, "config.json"), "rules.json");
    };
    CHECK(rules(nullptr).ends == Sentence{2});
    // A missing key of config.json has no default, although LlamaConfig itself has 2.
    const Json llama = {{"model_type", "llama"}, {"vocab_size", 50}, {"hidden_size", 64}, {"intermediate_size", 8}};
    CHECK(generation_rules_from(llama, nullptr, family_model_from(llama, "config.json"), "config.json").ends == Sentence{no_token});
    CHECK(rules({{"eos_token_id", {3, 4}}}).ends == Sentence{3, 4});
    CHECK(rules({{"pad_token_id", 0}}).ends == Sentence{no_token});  // no end, whatever config.json says
    const GenerationRules words = rules({{"eos_token_id", 2}, {"bad_words_ids", {{2}, {5, 2}, {7}}}, {"suppress_tokens", {2}}});
    CHECK(words.forbidden == std::vector<Sentence>{{5, 2}, {7}, {2}});  // an end is forbidden by suppress_tokens alone
    CHECK(rules({{"forced_eos_token_id", {9, 4}}}).forced_last == 4);
    CHECK(rules({{"num_beams", 4}, {"top_k", 0}, {"no_repeat_ngram_size", 3}}).not_used ==
          std::vector<std::string>{"no_repeat_ngram_size", "num_beams"});
    check_error([&] { rules({{"bad_words_ids", {5}}}); }, "rules.json: 'bad_words_ids' is [5]");
    check_error([&] { rules({{"forced_bos_token_id", 50}}); }, "'forced_bos_token_id' is 50, outside the vocabulary of 50");
}

TEST_CASE("older dialects and spellings mean the same") {
    Copy llama("llama");
    const auto now = family_model_from(read_json(llama.path() / "config.json"), "config.json");
    llama.change("config.json", [](Json& json) {
        json.erase("rope_parameters");
        json["rope_theta"] = 10000.0;
        json["rope_scaling"] = nullptr;
        json["torch_dtype"] = json["dtype"];
        json.erase("dtype");
    });
    CHECK(family_model_from(read_json(llama.path() / "config.json"), "config.json").configuration == now.configuration);
    const Json scaled = {{"type", "llama3"},
                         {"factor", 8.0},
                         {"low_freq_factor", 1.0},
                         {"high_freq_factor", 4.0},
                         {"original_max_position_embeddings", 32}};
    llama.configure({{"rope_scaling", scaled}});
    const Configuration c = family_model_from(read_json(llama.path() / "config.json"), "config.json").configuration;
    CHECK(c.rotary_factor == 8);
    CHECK(c.rotary_original_positions == 32);
}

TEST_CASE("names may lack the base model's prefix, and LayerNorms have their old names; the folder's own names are kept") {
    Copy bert("bert");
    const Parameters whole = bert.open().parameters;
    rename_tensors(bert.path() / "model.safetensors", [](std::string name) {
        if (name.starts_with("bert.")) name.erase(0, 5);
        if (name.ends_with("LayerNorm.weight")) name.replace(name.size() - 6, 6, "gamma");
        if (name.ends_with("LayerNorm.bias")) name.replace(name.size() - 4, 4, "beta");
        return name;
    });
    const Model again = bert.open();
    bool same = true;
    visit_tensors([&](const Tensor& a, const Tensor& b) { same = same && std::equal(a.data(), a.data() + a.count(), b.data()); },
                  whole, again.parameters);
    CHECK(same);
    CHECK(std::ranges::find(again.parameter_names, std::string("embeddings.LayerNorm.gamma"), &ParameterName::name) !=
          again.parameter_names.end());
}

TEST_CASE("a table that all could share is passed over where each has its own, with the prefix and without") {
    Copy bart("bart");
    fs::remove(bart.path() / "model.safetensors.index.json");
    bart.configure({{"tie_word_embeddings", false}});
    const std::string first = "model-00001-of-00002.safetensors", second = "model-00002-of-00002.safetensors";
    std::vector<NamedTensor> all;
    std::vector<Tensor> kept;
    kept.reserve(400);
    for (const std::string& file : {first, second}) {
        for (const auto& [name, stored] : read_safetensors(bart.path() / file).tensors) {
            if (name == "final_logits_bias") continue;
            const auto add = [&](const std::string& as) { all.push_back({as, view(kept.back())}); };
            const bool is_matrix = stored.shape.size() == 2;
            Tensor& copy = kept.emplace_back(is_matrix ? Tensor{Axis::output, Axis::input} : Tensor{Axis::output});
            is_matrix ? copy.resize({stored.shape[0], stored.shape[1]}) : copy.resize({stored.shape[0]});
            copy_numbers(stored, copy.data());
            add(name.starts_with("model.") ? name.substr(6) : name);
            if (name != "model.shared.weight") continue;
            for (const char* own : {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"}) add(own);
        }
        fs::remove(bart.path() / file);
    }
    write_safetensors(bart.path() / "model.safetensors", all);
    CHECK(!bart.open().configuration.logits);
}

TEST_CASE("a folder without its head opens without logits") {
    Copy bert("bert");
    rename_tensors(bert.path() / "model.safetensors",
                   [](const std::string& name) { return name.starts_with("cls.") ? std::string() : name; });
    CHECK(!bert.open().configuration.logits);
}

}  // namespace vitrine::family_folder_test
