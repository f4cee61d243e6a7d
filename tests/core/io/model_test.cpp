#include "core/io/model.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::model_test {
using namespace vitrine::test;

namespace {

/// A copy of the navigation model's folder, to be changed.
struct ModelFolder : TemporaryFolder {
    ModelFolder() {
        for (const char* name : {"config.json", "model.safetensors", "batch.json"}) {
            fs::copy_file(golden("navigation") / name, path() / name);
            fs::permissions(path() / name, fs::perms::owner_write, fs::perm_options::add);
        }
    }

    Model open() const { return open_model({.folder = path()}); }
    void add_vocabularies() const {
        file("src_vocabulary.json", R"(["etudiant", "je", "quel", "suis", "mois", "<blank>"])");
        file("tgt_vocabulary.json", R"(["a", "am", "month", "i", "student", "what", "<blank>", "<s>", "</s>"])");
    }
};

}  // namespace

TEST_CASE("a model folder opens with made-up tokens until a batch is given") {
    const ModelFolder folder;
    const Model model = folder.open();
    CHECK(model.name == folder.path().filename().string());
    CHECK(!model.title.empty());
    REQUIRE(model.notes.size() == 1);
    CHECK(model.notes[0].find("random tokens") != std::string::npos);
    CHECK(model.source_vocabulary.empty());
    CHECK(model.batch.sentences() == 2);
}

TEST_CASE("a model folder opens with its own sentences unless others are given") {
    const ModelFolder folder;
    fs::rename(folder.path() / "batch.json", folder.path() / "sentences.json");
    const Model own = open_model({.folder = folder.path() / ""});
    CHECK(own.name == folder.path().filename().string());
    CHECK(own.notes.empty());
    CHECK(own.batch.src.at({1, 2}) == 5);

    folder.file("other.json", R"({"src": [[1, 2]], "tgt": [[7, 3]], "labels": [[3, 8]]})");
    const Model other = open_model({.folder = folder.path(), .batch = folder.path() / "other.json"});
    CHECK(other.batch.sentences() == 1);
    CHECK(other.batch.src.at({0, 1}) == 2);
}

TEST_CASE("a model folder's vocabularies give its tokens words") {
    const ModelFolder folder;
    folder.add_vocabularies();
    folder.file("batch.tsv", "je suis etudiant\ti am a student\n");
    const Model model = open_model({.folder = folder.path(), .batch = folder.path() / "batch.tsv"});
    CHECK(model.source_vocabulary.word(3) == "suis");
    CHECK(model.target_vocabulary.word(model.batch.labels.at({0, 4})) == "</s>");
}

TEST_CASE("a vocabulary that does not fit is refused with file and field") {
    const ModelFolder folder;
    folder.add_vocabularies();
    const auto refused = [&](const char* text, const auto&... parts) {
        const fs::path file = folder.file("tgt_vocabulary.json", text);
        check_error([&] { folder.open(); }, file.string() + ": ", parts...);
    };
    refused(R"(["a", "am"])", ": 2 words, 'tgt_vocab_size' of the configuration is 9");
    refused(R"({"a": 0})", "a list of words is expected");
    refused(R"(["a", 5])", "[1] is 5, it must be a word");
    refused("[]", ": no words");
    refused("[\"a\",", "malformed JSON, line 1");
}

TEST_CASE("a configuration alone opens with weights from the seed") {
    const fs::path file = golden("prenorm-gelu-tied/config.json");
    const Model one = open_model({.configuration = file, .initialisation = {.seed = 1}});
    const Model same = open_model({.configuration = file, .initialisation = {.seed = 1}});
    const Model other = open_model({.configuration = file, .initialisation = {.seed = 2}});
    const auto first = [](const Model& model) { return model.parameters.src_embedding.weight.at({0, 0}); };
    CHECK(one.name == "config.json");
    CHECK(first(one) == first(same));
    CHECK(first(one) != first(other));
    CHECK(one.notes.size() == 1);
}

TEST_CASE("another batch may be given to a sample") {
    const TemporaryFolder folder;
    const fs::path batch = folder.file("batch.json", R"({"src": ["AI"], "tgt": ["<s>"]})");
    const Model model = open_model({.sample = "by-hand", .batch = batch});
    CHECK(model.batch.source_length() == 1);
    CHECK(model.batch.labels.empty());
}

TEST_CASE("words no vocabulary has are noted, each once and a line for each side") {
    const TemporaryFolder folder;
    const auto notes = [&](const char* name, const char* text) {
        return open_model({.sample = "translation", .batch = folder.file(name, text)}).notes;
    };
    CHECK(notes("known.tsv", "I love you\tJe t'aime").empty());
    const std::string tsv = (folder.path() / "b.tsv").string(), json = (folder.path() / "b.json").string();
    CHECK(notes("b.tsv", "I am a plumber\tJe suis un plombier\nHe is a plumber\tIl est heureux") ==
          std::vector<std::string>{tsv + ": 'plumber' is not in the source vocabulary, read as <unk>",
                                   tsv + ": 'plombier' and 'heureux' are not in the target vocabulary, read as <unk>"});
    CHECK(notes("b.json", R"({"src": ["I am a plumber"], "tgt": [["<bos>", "Je"]]})") ==
          std::vector<std::string>{json + ": 'plumber' is not in the source vocabulary, read as <unk>"});
}

TEST_CASE("a tokenizer.json of another kind is noted with the reason") {
    const ModelFolder folder;
    const fs::path file = folder.file("tokenizer.json", R"({"version": "1.0", "model": {"type": "WordLevel"}})");
    const Model by_ids = folder.open();
    CHECK(!by_ids.tokenizer);
    CHECK(by_ids.notes.at(0).starts_with(file.string() + ": 'model.type' is \"WordLevel\""));
    CHECK(by_ids.notes.at(0).ends_with("; it is not used, tokens are shown by their ids"));
    folder.add_vocabularies();
    CHECK(folder.open().notes.at(0).ends_with("; it is not used"));
}

TEST_CASE("a tokenizer.json that does not fit the model is refused by its size") {
    const ModelFolder folder;
    const fs::path file = folder.path() / "tokenizer.json";
    fs::copy_file(golden("bpe/tokenizer.json"), file);
    check_error([&] { folder.open(); }, file.string() + ": 346 tokens, 'src_vocab_size' of the configuration is 6");
}

TEST_CASE("a tokenizer.json gives a model its words, and those in files of their own have to be the same") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "tokenizer.json";
    fs::copy_file(golden("bpe/tokenizer.json"), file);
    const auto configuration = folder.file("config.json", R"({"d_model": 4, "nhead": 1, "num_encoder_layers": 1,
        "num_decoder_layers": 1, "dim_feedforward": 4, "src_vocab_size": 346, "tgt_vocab_size": 346,
        "pad_src": 0, "pad_tgt": 0, "bos": 1, "eos": 2, "tie": "all"})");
    const Model drawn = open_model({.configuration = configuration});
    write_parameters(folder.path() / "model.safetensors", drawn.parameters);
    const auto pairs = folder.file("pairs.tsv", "the cat\tle chat\n");
    const Model model = open_model({.folder = folder.path(), .batch = pairs});
    REQUIRE(model.tokenizer);
    CHECK(model.notes.empty());
    CHECK(model.source_vocabulary.word(200) == "·cat");
    CHECK(model.target_vocabulary.words() == model.source_vocabulary.words());
    CHECK(model.batch.src.at({0, 0}) == 1);
    CHECK(model.batch.src.at({0, 1}) == 57);
    CHECK(model.batch.src.at({0, 2}) == 200);
    CHECK(model.batch.src.at({0, 3}) == 2);

    nlohmann::json words = model.source_vocabulary.words();
    folder.file("src_vocabulary.json", words.dump());
    CHECK(open_model_folder(folder.path()).source_vocabulary.words() == model.source_vocabulary.words());
    words[200] = "Ġcat";  // as Hugging Face writes it
    folder.file("src_vocabulary.json", words.dump());
    CHECK(open_model_folder(folder.path()).source_vocabulary.words() == model.source_vocabulary.words());
    words[200] = "chat";
    folder.file("tgt_vocabulary.json", words.dump());
    check_error([&] { open_model_folder(folder.path()); },
                file.string() + ": its token 200 is '·cat', in tgt_vocabulary.json it is 'chat'");
}

TEST_CASE("a model too large to record is refused with its file and the field") {
    const TemporaryFolder folder;
    const fs::path file = folder.file("config.json", R"({"d_model": 1, "nhead": 1, "num_encoder_layers": 1,
        "num_decoder_layers": 1, "dim_feedforward": 1, "src_vocab_size": 9, "tgt_vocab_size": 600000000,
        "pad_src": 0, "pad_tgt": 0, "bos": 1, "eos": 2, "tie": "output"})");
    check_error([&] { open_model({.configuration = file}); }, file.string() + ": 'tgt_vocab_size'", "million numbers");
}

TEST_CASE("a model comes from exactly one place") {
    check_error([] { open_model({}); }, "exactly one");
    check_error([] { open_model({.sample = "by-hand", .folder = golden("navigation")}); }, "exactly one");
}

TEST_CASE("what is missing from a model folder is named") {
    const ModelFolder folder;
    check_error([&] { open_model({.folder = folder.path() / "none"}); }, "none: there is no such folder");
    check_error([&] { open_model({.folder = folder.path() / "config.json"}); },
                "config.json: this is a file; a model is the folder with config.json and model.safetensors, here perhaps " +
                    folder.path().string());
    check_error([&] { open_model({.configuration = folder.path()}); }, folder.path().string(), "is a folder");
    fs::remove(folder.path() / "model.safetensors");
    check_error([&] { folder.open(); }, "model.safetensors: there is no such file");
    fs::remove(folder.path() / "config.json");
    check_error([&] { folder.open(); }, "config.json: there is no such file");
}

TEST_CASE("weights that do not fit the configuration beside them are refused with file and tensor") {
    const ModelFolder folder;
    nlohmann::json configuration = read_json(folder.path() / "config.json");
    configuration["dim_feedforward"] = 23;
    folder.file("config.json", configuration.dump());
    check_error([&] { folder.open(); },
                (folder.path() / "model.safetensors").string() + ": 'transformer.encoder.layers.0.linear1.weight'", "24×6", "23×6");
}

TEST_CASE("a model with NaN weights opens and computes") {
    const ModelFolder folder;
    Model model = folder.open();
    model.parameters.fc_out.weight.at({0, 0}) = std::numeric_limits<Scalar>::quiet_NaN();
    write_parameters(folder.path() / "model.safetensors", model.parameters);
    const Model spoiled = folder.open();
    Activations activations;
    forward(spoiled.configuration, spoiled.parameters, spoiled.batch, activations);
    CHECK(std::isnan(activations.logits.at({0, 0, 0})));
    CHECK(!std::isnan(activations.logits.at({0, 0, 1})));
}

}  // namespace vitrine::model_test
