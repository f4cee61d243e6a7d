#include "core/import/import_saving.h"

#include "core/files/made_folder.h"
#include "core/files/safetensors.h"
#include "core/import/mapping_json.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/io/parameters_file.h"

namespace vitrine {

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

void save_mapping(const std::filesystem::path& folder, const Mapping& mapping) {
    const MadeFolder made(folder);
    write_file_atomically(folder / model_folder::mapping, mapping_text(mapping));
}

}  // namespace vitrine
