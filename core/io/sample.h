#pragma once
/// Included models. A sample is a JSON file in a samples folder; its name is the file's without ".json":
///
///   {"name", "title", "text", "configuration": {…}, "source_vocabulary": […], "target_vocabulary": […],
///    "batch": {"src", "tgt", "labels"},
///    "seed": 1, "initialisation": "xavier" | "pytorch"       weights drawn from a seed, or
///    "weights": {"fc_out.weight": [[…], …], …}               written out, or
///    "weights": "NAME.safetensors",                          in a file beside the JSON, of F32, BF16 or F16
///    "tokenizer": "NAME.tokenizer.json",                     instead of vocabularies: a tokenizer.json beside the JSON
///    "history": "NAME.history.safetensors",                  moments of its training beside the JSON (core/io/history_file.h)
///    "card": {…}}                                            what there is to know about it (core/io/words/model_card.h)

#include "core/io/model.h"

namespace vitrine {

/// The folders with samples, the user's own first: $XDG_DATA_HOME/vitrine/samples (default ~/.local/share/vitrine/samples),
/// ../share/vitrine/samples relative to the program, the source tree's assets/samples, and the configured installation folder.
std::vector<std::filesystem::path> sample_folders();

/// The first of them, the user's own, which may not be there yet. Throws Error if neither XDG_DATA_HOME nor HOME says where.
std::filesystem::path own_sample_folder();

struct SampleInfo {
    std::string name, title, text;
    std::filesystem::path file;
    std::string problem;                 ///< why the file cannot be read, or empty
    std::optional<ModelCard> card = {};  ///< of a model that was trained to come with the program
};

/// All samples by name; files called NAME.tokenizer.json are none. If two have the same name, the one in the earlier folder counts.
std::vector<SampleInfo> list_samples();

/// Whether there is a sample of this name, readable or not.
bool sample_exists(const std::string& name);

/// Reads and checks a sample. Throws Error naming file and field if something is missing or does not fit, or naming the existing
/// samples if this one does not exist.
Model load_sample(const std::string& name);

}  // namespace vitrine
