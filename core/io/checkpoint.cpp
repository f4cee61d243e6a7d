#include "core/io/checkpoint.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/history_file.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/io/parameters_file.h"
#include "core/io/sample.h"
#include "core/io/words/vocabulary_json.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// Prefixes of the tensors per parameter in training.safetensors: three, and a fourth where the best weights are kept.
constexpr const char *parameters_prefix = "parameters.", *first_prefix = "first_moment.", *second_prefix = "second_moment.",
                     *best_prefix = "best.";

void append(const ParameterBuffer& buffer, const char* prefix, std::vector<NamedTensor>& tensors) {
    for (NamedTensor& tensor : named_parameters(buffer.tensors(), prefix)) tensors.push_back(std::move(tensor));
}

void write_training(const CheckpointView& c, OutputFile& file) {
    std::vector<NamedTensor> tensors;
    append(c.state.parameters, parameters_prefix, tensors);
    append(c.state.optimizer.first_moment, first_prefix, tensors);
    append(c.state.optimizer.second_moment, second_prefix, tensors);
    std::map<std::string, std::string> texts{{"steps", std::to_string(c.state.steps)},
                                             {"plan", plan_text(c.plan)},
                                             {"configuration", configuration_text(c.configuration)},
                                             {"source_vocabulary", vocabulary_text(c.source_vocabulary)},
                                             {"target_vocabulary", vocabulary_text(c.target_vocabulary)}};
    if (c.tokenizer) texts.emplace("tokenizer", tokenizer_text(*c.tokenizer));
    if (!c.window.empty()) texts.emplace("window", c.window);
    if (c.best) {
        append(c.best->parameters, best_prefix, tensors);
        texts.emplace("best_step", std::to_string(c.best->step));
        texts.emplace("best_loss", nlohmann::json(c.best->loss).dump());
    }
    write_safetensors(file, tensors, texts);
}

void write_files(const fs::path& folder, const CheckpointView& c, OutputFiles& files) {
    write_training(c, files.add(folder / model_folder::training));
    if (c.moments) {
        write_history(files.add(folder / model_folder::history), {c.configuration, *c.curves, *c.moments, &c.plan});
    } else {
        files.remove(folder / model_folder::history);  // it belongs to another training
    }
    add_model(folder,
              {c.configuration, (c.best ? c.best->parameters : c.state.parameters).tensors(), c.source_vocabulary,
               c.target_vocabulary, c.sentences, c.tokenizer},
              files);
}

const std::string& metadata(const StoredTensors& stored, const std::string& name, const std::string& where) {
    const auto found = stored.metadata.find(name);
    if (found == stored.metadata.end()) fail(where, in_quotes(name) + " is missing: the file was not written by training");
    return found->second;
}

StoredTensors read_training(const fs::path& folder) {
    require_checkpoint(folder);
    return read_safetensors(folder / model_folder::training);
}

TrainingPlan plan_in(const StoredTensors& stored, const std::string& where) {
    return plan_from(metadata(stored, "plan", where), where + ": 'plan'");
}

std::int64_t steps_in(const StoredTensors& stored, const std::string& where, const char* name = "steps") {
    const std::string& text = metadata(stored, name, where);
    std::int64_t steps = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
    if (error != std::errc() || end != text.data() + text.size() || steps < 0)
        fail(where, in_quotes(name) + " is " + in_quotes(text));
    return steps;
}

/// Whether a checkpoint has anything of the best weights; then it has to have all of it.
bool has_best(const StoredTensors& stored) {
    return stored.metadata.contains("best_step") || stored.metadata.contains("best_loss") ||
           std::ranges::any_of(stored.tensors, [](const auto& tensor) { return tensor.first.starts_with(best_prefix); });
}

/// The best weights, if the checkpoint has them. `steps`: those taken, of which the weights are one.
std::unique_ptr<BestWeights> best_in(const StoredTensors& stored, const Configuration& configuration, std::int64_t steps,
                                     const std::string& where) {
    if (!has_best(stored)) return nullptr;
    const std::int64_t step = steps_in(stored, where, "best_step");
    if (step < 1 || step > steps) fail(where, fmt::format("'best_step' is {}, it must be one of the {} steps taken", step, steps));
    const std::string at = where + ": 'best_loss'";
    const auto loss = parse_json(metadata(stored, "best_loss", where), at);
    if (!loss.is_number() || loss.get<double>() < 0) fail(at, "is " + shown(loss) + ", it must be a number of at least 0");
    auto best = std::make_unique<BestWeights>(configuration);
    best->step = step;
    best->loss = loss.get<double>();
    best->parameters.assign(parameters_under(best_prefix, stored, configuration, where));
    return best;
}

Vocabulary vocabulary_in(const StoredTensors& stored, const char* name, Size size, const std::string& where) {
    const std::string at = where + ": " + in_quotes(name);
    const auto words = parse_json(metadata(stored, name, where), at);
    if (words.is_array() && words.empty()) return {};
    Vocabulary vocabulary = vocabulary_from(words, at);
    check_size(vocabulary, name, size, at);
    return vocabulary;
}

/// The tokenizer of a checkpoint; null if it has none. Throws Error if the vocabularies are not the tokenizer's tokens.
std::shared_ptr<const Tokenizer> tokenizer_in(const StoredTensors& stored, const Checkpoint& c, const std::string& where) {
    if (!stored.metadata.contains("tokenizer")) return nullptr;
    const std::string at = where + ": 'tokenizer'";
    const auto json = parse_json(metadata(stored, "tokenizer", where), at);
    const auto tokenizer = std::make_shared<const Tokenizer>(within(at, [&] { return tokenizer_from(json); }));
    const Vocabulary tokens = tokenizer->vocabulary();
    const auto check_side = [&](const char* field, Size size, const Vocabulary& words) {
        if (size == 0) return;  // the vocabulary of a stack that the model lacks
        check_size(tokens, field, size, at);
        if (tokens.words() != words.words()) fail(at, "its tokens are not the words of the vocabularies");
    };
    check_side("src_vocab_size", c.configuration.src_vocab_size, c.source_vocabulary);
    check_side("tgt_vocab_size", c.configuration.tgt_vocab_size, c.target_vocabulary);
    return tokenizer;
}

}  // namespace

CheckpointFolder::CheckpointFolder(const fs::path& folder) : made_(folder), lock_(folder / model_folder::training) {
    if (!lock_.held()) fail(folder.string(), "another training is writing to this folder");
}

void save_checkpoint(const fs::path& folder, const CheckpointView& checkpoint) {
    const MadeFolder made(folder);
    OutputFiles files;
    write_files(folder, checkpoint, files);
    files.commit();
}

void rehearse_checkpoint(const fs::path& folder, const CheckpointView& checkpoint) {
    const MadeFolder made(folder);
    OutputFiles files;
    write_files(folder, checkpoint, files);
}

Checkpoint read_checkpoint(const fs::path& folder) {
    const StoredTensors stored = read_training(folder);
    const std::string where = (folder / model_folder::training).string();
    Checkpoint c;
    const std::string configuration = where + ": 'configuration'";
    c.configuration = configuration_from(parse_json(metadata(stored, "configuration", where), configuration), configuration);
    c.source_vocabulary = vocabulary_in(stored, "source_vocabulary", c.configuration.src_vocab_size, where);
    c.target_vocabulary = vocabulary_in(stored, "target_vocabulary", c.configuration.tgt_vocab_size, where);
    c.tokenizer = tokenizer_in(stored, c, where);
    c.plan = plan_in(stored, where);
    if (stored.metadata.contains("window")) c.window = metadata(stored, "window", where);
    const std::int64_t steps = steps_in(stored, where);
    const Parameters parameters =
        parameters_under(parameters_prefix, stored, c.configuration, where);  // before the state takes memory
    c.state = std::make_unique<TrainingState>(c.configuration);
    c.state->steps = steps;
    c.state->parameters.assign(parameters);
    c.state->optimizer.first_moment.assign(parameters_under(first_prefix, stored, c.configuration, where));
    c.state->optimizer.second_moment.assign(parameters_under(second_prefix, stored, c.configuration, where));
    c.best = best_in(stored, c.configuration, steps, where);
    return c;
}

TrainingPlan read_training_plan(const fs::path& folder) {
    return plan_in(read_training(folder), (folder / model_folder::training).string());
}

std::int64_t read_steps_taken(const fs::path& folder) {
    return steps_in(read_training(folder), (folder / model_folder::training).string());
}

bool holds_checkpoint(const fs::path& folder) {
    std::error_code unknown;
    return fs::exists(folder / model_folder::training, unknown);
}

void require_checkpoint(const fs::path& folder) {
    std::error_code unknown;
    const bool is_folder = fs::is_directory(folder, unknown);
    if (!is_folder && sample_exists(folder.string()))
        fail("sample " + in_quotes(folder.string()),
             "it holds weights alone, without the optimiser's state: no training continues from it");
    if (!is_folder) fail(folder.string(), "there is no such folder");
    if (!holds_checkpoint(folder))
        fail(folder.string(), std::string("nothing to continue from: there is no ") + model_folder::training +
                                  "; a new training can start from its weights (--from)");
}

}  // namespace vitrine
