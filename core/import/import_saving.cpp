#include "core/import/import_saving.h"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <vector>

#include "core/files/ending.h"
#include "core/files/made_folder.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/import/mapping_json.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/pass/transformer.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// A new folder for a model among the temporary files. It is removed at the end, or when a signal ends the program.
class PassingFolder {
public:
    PassingFolder() {
        const Undisturbed undisturbed;
        std::error_code missing;
        std::string name = (fs::temp_directory_path(missing) / "vitrine-import-XXXXXX").string();
        if (!mkdtemp(name.data())) fail(name, "the folder cannot be made: " + std::generic_category().message(errno));
        path_ = name;
        unfinished_.push_back(std::make_unique<Unfinished>(path_));
        for (const char* file :
             {model_folder::configuration, model_folder::mapping, model_folder::sentences, model_folder::weights})
            unfinished_.push_back(std::make_unique<Unfinished>(path_ / file));
    }
    ~PassingFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;

    const fs::path& path() const { return path_; }

private:
    fs::path path_;
    std::vector<std::unique_ptr<Unfinished>> unfinished_;
};

}  // namespace

void save_import(const std::filesystem::path& folder, const ImportedModel& imported) {
    require_no_model(folder);
    const MadeFolder made(folder);
    OutputFiles files;
    files.add(folder / model_folder::configuration).write(configuration_text(imported.configuration));
    files.add(folder / model_folder::mapping).write(mapping_text(imported.mapping));
    if (imported.batch) files.add(folder / model_folder::sentences).write(batch_text(*imported.batch));
    write_safetensors(files.add(folder / model_folder::weights), named_parameters(imported.parameters));
    files.commit();
}

std::optional<Verification> verify_saved(const std::filesystem::path& folder, const ImportedModel& imported) {
    if (!imported.reference) return std::nullopt;
    const Model model = open_model({.folder = folder});
    if (!(model.batch == *imported.batch))
        fail((folder / model_folder::sentences).string(), "is not the batch that the reference is for");
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    return Verification{*imported.search,
                        deviation_from(*imported.reference, activations.logits, model.batch, model.configuration.pad_tgt)};
}

std::optional<Verification> verify_unsaved(const ImportedModel& imported) {
    if (!imported.reference) return std::nullopt;
    const PassingFolder passing;
    save_import(passing.path(), imported);
    return verify_saved(passing.path(), imported);
}

void save_mapping(const std::filesystem::path& folder, const Mapping& mapping) {
    const MadeFolder made(folder);
    write_file_atomically(folder / model_folder::mapping, mapping_text(mapping));
}

}  // namespace vitrine
