#pragma once
/// Writes a trained model as a sample (core/io/sample.h).

#include <filesystem>
#include <string>
#include <vector>

#include "core/io/history_file.h"
#include "core/io/model.h"

namespace vitrine {

struct SampleToSave {
    std::string name;         ///< of letters, digits, - and _
    std::string title, text;  ///< one line, and a description
    const Model& model;       ///< Requires: it has sentences, and is not of a family
    ModelCard card;
    const TrainingHistory* history = nullptr;  ///< of its training; null: none goes with it
};

/// Why a sample cannot have this name; empty: it can.
std::string name_refusal(const std::string& name);

/// A history as it goes with a sample: weights alone, of at most `most` moments. The early ones stay, and those at which something
/// worth a look was found. Of its plan remains what is of no single machine.
TrainingHistory thinned(const TrainingHistory& history, const Model& model, std::size_t most);

/// Writes NAME.json and NAME.safetensors and, where the model has them, NAME.tokenizer.json and NAME.history.safetensors into a
/// folder, all or none; removes those of an earlier sample that this one lacks. Weights are written as BF16. Returns the files that
/// were written. Throws Error if it fails; then nothing has changed.
std::vector<std::filesystem::path> save_sample(const std::filesystem::path& folder, const SampleToSave& sample);

/// Replaces the figures in the card of a sample's JSON and, if one was measured, the best head. Everything else stays as it is, and
/// no other file is touched. Throws Error if it fails; then nothing has changed.
void renew_figures(const std::filesystem::path& file, const CardFigures& figures, const std::optional<CardAlignment>& alignment);

}  // namespace vitrine
