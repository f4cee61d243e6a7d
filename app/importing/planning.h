#pragma once
/// The jobs of an import: reading the file, looking at what was chosen, writing the folder.

#include <optional>

#include "app/base/job.h"
#include "app/importing/state.h"

namespace vitrine {

/// Reads a file: shows ShowForeignWeights.
Job reading_job(const std::filesystem::path& file);

/// Makes a plan and, where there is a reference, tries answers, one in each turn: shows ShowImportPlan again and again.
Job planning_job(const ImportRequest& request, int revision);

/// Where the folder goes: where it is opened from, and in a browser also where the page takes downloads from.
struct ImportPlaces {
    std::filesystem::path folder;
    std::filesystem::path download{};  ///< empty: none
};

/// Writes the folder, opens it again and compares it with the reference, if there is one: shows ImportWritten or ImportFailed.
/// Never over a model.
Job writing_job(const std::shared_ptr<const Import>& import, const ImportPlaces& places);

/// What the page lacks: the file's tensors, or a plan for the choices made.
std::optional<MissingResult> missing_plan(const State& state);

/// The folder that is to be written, if any.
std::optional<MissingResult> missing_folder(const State& state);

}  // namespace vitrine
