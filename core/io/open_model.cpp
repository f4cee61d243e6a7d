#include "core/io/open_model.h"

#include <new>
#include <system_error>

#include "core/family/step_folders.h"
#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/history_file.h"
#include "core/io/model_folder.h"
#include "core/io/parameters_file.h"
#include "core/io/sample.h"
#include "core/io/text_batch.h"
#include "core/io/tokenizer_file.h"
#include "core/io/words/vocabulary_json.h"
#include "core/tensor/memory.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

constexpr const char* too_large = "there is not enough memory for this model and batch";

/// "4 heads"; "4 and 2 heads" if the stacks differ.
std::string heads_text(const Configuration& c) {
    const Size first = c.heads(c.has_encoder() ? StackKind::encoder : StackKind::decoder),
               last = c.heads(c.has_decoder() ? StackKind::decoder : StackKind::encoder);
    return first == last ? counted(first, "head") : std::to_string(first) + " and " + std::to_string(last) + " heads";
}

/// "2 + 2 layers, 4 heads, d_model 32".
std::string size_text(const Configuration& c) {
    std::string layers = std::to_string(c.num_encoder_layers) + " + " + std::to_string(c.num_decoder_layers) + " layers, ";
    if (!c.has_encoder()) layers = "decoder alone, " + std::to_string(c.num_decoder_layers) + " layers, ";
    if (!c.has_decoder()) layers = "encoder alone, " + std::to_string(c.num_encoder_layers) + " layers, ";
    return (c.is_transformer() ? layers : "one attention alone, ") + heads_text(c) + ", d_model " + std::to_string(c.d_model);
}

Vocabulary vocabulary_in(const fs::path& file, const char* field, Size size) {
    Vocabulary vocabulary = read_vocabulary(file);
    check_size(vocabulary, field, size, file.string());
    return vocabulary;
}

/// Checks that a vocabulary file beside a tokenizer, if there is one, agrees with it.
void take_tokens(const Tokenizer& tokenizer, const char* field, Size size, const char* words_file, const fs::path& file,
                 Vocabulary& vocabulary) {
    if (size == 0) return;  // the vocabulary of a stack that the model lacks
    if (static_cast<Size>(tokenizer.size()) != size) {
        fail(file.string(), std::to_string(tokenizer.size()) + " tokens, " + in_quotes(field) + " of the configuration is " +
                                std::to_string(size));
    }
    Vocabulary tokens = tokenizer.vocabulary();
    for (std::size_t id = 0; id < vocabulary.words().size(); ++id) {
        const std::string &token = tokens.words()[id], &word = vocabulary.words()[id];
        const bool as_written =
            tokenizer.is_token(static_cast<std::int32_t>(id)) && word == tokenizer.token(static_cast<std::int32_t>(id));
        if (token == word || as_written) continue;
        fail(file.string(),
             "its token " + std::to_string(id) + " is " + in_quotes(token) + ", in " + words_file + " it is " + in_quotes(word));
    }
    vocabulary = std::move(tokens);
}

/// If the tokenizer is of an unsupported kind, there is only a note, since the words may be in vocabulary files.
void take_tokenizer(const fs::path& file, Model& model) {
    std::error_code none;
    if (!fs::exists(file, none)) return;
    try {
        model.tokenizer = std::make_shared<const Tokenizer>(read_tokenizer(file));
    } catch (const Error& error) {
        const bool by_id = model.source_vocabulary.empty() || model.target_vocabulary.empty();
        model.notes.push_back(std::string(error.what()) + "; it is not used" + (by_id ? ", tokens are shown by their ids" : ""));
        return;
    }
    const Configuration& c = model.configuration;
    take_tokens(*model.tokenizer, "src_vocab_size", c.src_vocab_size, model_folder::source_vocabulary, file,
                model.source_vocabulary);
    take_tokens(*model.tokenizer, "tgt_vocab_size", c.tgt_vocab_size, model_folder::target_vocabulary, file,
                model.target_vocabulary);
}

Model draw_model(const fs::path& file, const InitialisationOptions& options) {
    Model model;
    model.name = file.filename().string();
    model.configuration = read_configuration(file);
    model.title = "Untrained, from seed " + std::to_string(options.seed) + ": " + size_text(model.configuration);
    model.parameters = initialise(model.configuration, options);
    return model;
}

/// Reads the mapping that an import has left beside the weights. The model works without it.
void take_origins(const fs::path& file, Model& model) {
    std::error_code missing;
    if (!fs::exists(file, missing)) return;
    try {
        model.origins = read_weight_origins(file);
    } catch (const Error& error) {
        model.notes.push_back(std::string(error.what()) + "; it is not used");
    }
}

/// Replaces the model's weights by those of an earlier moment, in the history of its folder or of its sample.
void take_moment(const ModelRequest& request, Model& model) {
    const std::int64_t step = *request.moment;
    if (!request.folder && model.history.empty()) fail("sample " + in_quotes(model.name), "it has no history of its training");
    model.parameters = parameters_of_moment(request.folder.value_or(model.history), step, model.configuration);
    model.title += ", as it was after step " + std::to_string(step);
}

Model open_place(const ModelRequest& request) {
    const int places = request.sample.has_value() + request.folder.has_value() + request.configuration.has_value();
    if (places != 1) throw Error("exactly one of a sample, a model folder and a configuration file has to be given");
    if (request.configuration) return draw_model(*request.configuration, request.initialisation);
    Model model = request.sample ? load_sample(*request.sample) : open_model_folder(*request.folder);
    if (request.moment) take_moment(request, model);
    return model;
}

/// The batch file that training has left beside a model.
std::optional<fs::path> own_sentences(const fs::path& folder) {
    std::error_code unknown;
    const fs::path file = folder / model_folder::sentences;
    return fs::exists(file, unknown) ? std::optional(file) : std::nullopt;
}

/// Sentence pairs for a tokenizer of `transformers` are read like texts, since it puts its special tokens around them.
Batch batch_in(const fs::path& file, const ModelRequest& request, Model& model) {
    if (model.tokenizer && !model.family.empty() && holds_pairs(file))
        return batch_of_pairs(read_file(file), request, model, file.string(), model.notes);
    return read_batch(file, {model.configuration, model.source_vocabulary, model.target_vocabulary, &model.notes,
                             model.tokenizer.get(), model.target_tokenizer.get(), &model.classes});
}

}  // namespace

namespace {

/// If a file was given instead of a model, suggests the folder that may be meant: ", here perhaps my-model".
std::string beside(const fs::path& file) {
    std::error_code unknown;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
    return fs::exists(folder / model_folder::configuration, unknown) ? ", here perhaps " + folder.string() : "";
}

}  // namespace

Model open_model_folder(const fs::path& folder) {
    std::error_code missing;
    if (fs::is_regular_file(folder, missing))
        fail(folder.string(), "this is a file; a model is the folder with config.json and model.safetensors" + beside(folder));
    if (!fs::is_directory(folder, missing)) fail(folder.string(), "there is no such folder");
    Model model;
    fs::path whole = fs::weakly_canonical(folder, missing);
    if (whole.empty()) whole = fs::absolute(folder, missing).lexically_normal();  // a browser's files have no links to follow
    model.name = whole.filename().string();
    if (const auto steps = steps_in(folder); !steps.empty()) {
        open_family(folder_of_step(folder, steps.back()), model);
        model.title = "The models in " + model.name + " (" + model.family + "), the last after step " +
                      std::to_string(steps.back()) + ": " + size_text(model.configuration);
        return model;
    }
    if (is_family_folder(folder)) {
        open_family(folder, model);
        model.title = "The model in " + model.name + " (" + model.family + "): " + size_text(model.configuration);
        return model;
    }
    model.configuration = read_configuration(folder / model_folder::configuration);
    model.title = "The model in " + model.name + ": " + size_text(model.configuration);
    const Configuration& c = model.configuration;
    model.source_vocabulary = vocabulary_in(folder / model_folder::source_vocabulary, "src_vocab_size", c.src_vocab_size);
    model.target_vocabulary = vocabulary_in(folder / model_folder::target_vocabulary, "tgt_vocab_size", c.tgt_vocab_size);
    take_tokenizer(folder / model_folder::tokenizer, model);
    model.parameters = read_parameters(folder / model_folder::weights, c);
    take_origins(folder / model_folder::mapping, model);
    return model;
}

Model open_without_random_batch(const ModelRequest& request) {
    try {
        Model model = open_place(request);
        std::optional<fs::path> batch = request.batch;
        if (!batch && request.folder) batch = own_sentences(*request.folder);
        if (batch) model.batch = batch_in(*batch, request, model);
        if (!request.texts.empty()) model.batch = batch_of_texts(request, model, model.notes);
        return model;
    } catch (const std::bad_alloc& problem) {
        throw Error(shortage_text(too_large, problem));
    }
}

namespace {

Batch draw_batch(const fs::path& configuration, const Configuration& c, std::uint64_t seed) {
    return within(configuration.string(), [&] { return random_batch(c, seed); });
}

}  // namespace

Model open_model(const ModelRequest& request) {
    // Refuses a model that is too large to run before its weights are drawn.
    if (request.configuration && !request.names_batch() && !request.sample && !request.folder)
        draw_batch(*request.configuration, read_configuration(*request.configuration), request.initialisation.seed);
    Model model = open_without_random_batch(request);
    if (model.batch.sentences() > 0) return model;
    try {
        const fs::path file = request.folder ? *request.folder / model_folder::configuration : *request.configuration;
        model.batch = draw_batch(file, model.configuration, request.initialisation.seed);
        model.random_batch = true;
        const bool reads_tokens = model.configuration.is_transformer();
        model.notes.emplace_back(reads_tokens ? "no batch was given: the sentences are made of random tokens"
                                              : "no batch was given: the vectors are random");
        return model;
    } catch (const std::bad_alloc& problem) {
        throw Error(shortage_text(too_large, problem));
    }
}

}  // namespace vitrine
