#pragma once
/// A model with what is needed to run and to show it, from whichever of the three places it may come.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// What someone asked to see: exactly one of sample, folder and configuration is given.
struct ModelRequest {
    std::optional<std::string> sample{};                   ///< the name of a sample on board
    std::optional<std::filesystem::path> folder{};         ///< a folder with config.json and model.safetensors
    std::optional<std::filesystem::path> configuration{};  ///< a config.json; its weights are drawn from the seed
    InitialisationOptions initialisation{};
    std::optional<std::filesystem::path>
        batch{};  ///< a batch file, JSON or TSV; otherwise the sample's, the folder's own, or a made-up one
};

struct Model {
    std::string name;   ///< "navigation", or the folder's or file's name
    std::string title;  ///< one line for a person
    std::string text;   ///< a few sentences on what it shows; empty where nobody wrote any
    Configuration configuration;
    Parameters parameters;
    Vocabulary source_vocabulary, target_vocabulary;
    Batch batch;
    std::vector<std::string> notes;                   ///< what was not taken as it stood or had to be made up, a line each
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< whose tokens both vocabularies are; null where they are words
};

}  // namespace vitrine
