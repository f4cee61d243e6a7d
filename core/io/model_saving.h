#pragma once
/// Saves a model as a folder that every command can open.

#include <filesystem>
#include <optional>
#include <string>

#include "core/files/file.h"
#include "core/io/history_file.h"
#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/text/vocabulary.h"

namespace vitrine {

class Tokenizer;

/// A model to be saved.
struct SavedModel {
    const Configuration& configuration;
    const Parameters& parameters;
    const Vocabulary &source_vocabulary, &target_vocabulary;  ///< empty if not known
    const Batch& sentences;                                   ///< the batch that the model opens with
    const Tokenizer* tokenizer = nullptr;                     ///< null if there is none
    const HistoryView* history = nullptr;                     ///< of its training; null: no history is saved
};

/// Adds the files of a model, and marks files of an earlier model that this one lacks for removal.
void add_model(const std::filesystem::path& folder, const SavedModel& model, OutputFiles& files);

/// Saves a model, and the history of its training if there is one, atomically. Creates the folder if needed. Keeps other files.
/// Throws Error if the folder already holds a model, or if saving fails; then nothing has changed.
void save_model(const std::filesystem::path& folder, const SavedModel& model);

/// Throws Error if the folder already holds a model.
void require_no_model(const std::filesystem::path& folder);

/// The name of a file in the folder that saving a model or a checkpoint would replace; empty if there is none.
std::optional<std::string> replaced_file(const std::filesystem::path& folder);

}  // namespace vitrine
