#include "core/io/model_saving.h"

#include <system_error>

#include "core/files/made_folder.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/history_file.h"
#include "core/io/model_folder.h"
#include "core/io/parameters_file.h"
#include "core/io/words/vocabulary_json.h"
#include "core/text/tokenizer/tokenizer_json.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// Removes the file if the vocabulary is empty: an earlier model's file would not fit this one.
void add_vocabulary(const Vocabulary& vocabulary, const fs::path& path, OutputFiles& files) {
    vocabulary.empty() ? files.remove(path) : files.add(path).write(vocabulary_text(vocabulary));
}

void add_tokenizer(const Tokenizer* tokenizer, const fs::path& path, OutputFiles& files) {
    tokenizer ? files.add(path).write(tokenizer_text(*tokenizer)) : files.remove(path);
}

}  // namespace

void add_model(const fs::path& folder, const SavedModel& model, OutputFiles& files) {
    files.add(folder / model_folder::configuration).write(configuration_text(model.configuration));
    add_vocabulary(model.source_vocabulary, folder / model_folder::source_vocabulary, files);
    add_vocabulary(model.target_vocabulary, folder / model_folder::target_vocabulary, files);
    add_tokenizer(model.tokenizer, folder / model_folder::tokenizer, files);
    files.add(folder / model_folder::sentences).write(batch_text(model.sentences));
    write_safetensors(files.add(folder / model_folder::weights), named_parameters(model.parameters));
}

void save_model(const fs::path& folder, const SavedModel& model) {
    require_no_model(folder);
    const MadeFolder made(folder);
    OutputFiles files;
    add_model(folder, model, files);
    if (model.history) write_history(files.add(folder / model_folder::history), *model.history);
    files.commit();
}

void require_no_model(const fs::path& folder) {
    if (const auto file = replaced_file(folder))
        fail(folder.string(), "holds a model already (" + *file + "): choose another folder");
}

std::optional<std::string> replaced_file(const fs::path& folder) {
    std::error_code unknown;
    for (const char* name : model_folder::all) {
        if (fs::exists(folder / name, unknown)) return name;
    }
    return std::nullopt;
}

}  // namespace vitrine
