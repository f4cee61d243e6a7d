#pragma once
/// The jobs of an import: reading the file, planning with the user's choices, writing the folder.

#include <optional>

#include "app/base/job.h"
#include "app/importing/state.h"

namespace vitrine {

/// Reads a file. Shows ShowForeignWeights.
Job reading_job(const std::filesystem::path& file);

/// Makes a plan and, if there is a reference, tries answers, one in each turn. Shows ShowImportPlan repeatedly.
Job planning_job(const ImportRequest& request, int revision);

/// Where the folder is written: the place it is opened from, and in a browser also the place the page takes downloads from.
struct ImportPlaces {
    std::filesystem::path folder;
    std::filesystem::path download{};  ///< empty: none
};

/// Writes the folder, opens it again and compares it with the reference, if there is one. Shows ImportWritten or ImportFailed.
/// Never replaces a model.
Job writing_job(const std::shared_ptr<const Import>& import, const ImportPlaces& places);

/// What the page needs next: the file's tensors, or a plan for the current choices.
std::optional<MissingResult> missing_plan(const State& state);

/// The folder to write, if there is one.
std::optional<MissingResult> missing_folder(const State& state);

}  // namespace vitrine
