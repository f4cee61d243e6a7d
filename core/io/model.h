#pragma once
/// Opens models from all sources, with everything needed to run and show them.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/foreign/weight_origins.h"
#include "core/io/words/model_card.h"
#include "core/model/batch.h"
#include "core/model/generation_rules.h"
#include "core/model/parameter_names.h"
#include "core/model/parameters.h"
#include "core/text/vocabulary.h"

namespace vitrine {

class Tokenizer;

/// The model to open: exactly one of sample, folder and configuration is given.
struct ModelRequest {
    std::optional<std::string> sample{};                   ///< name of an included sample
    std::optional<std::filesystem::path> folder{};         ///< a folder with config.json and model.safetensors
    std::optional<std::int64_t> moment{};                  ///< of a folder or sample with a history: whose weights are used
    std::optional<std::filesystem::path> configuration{};  ///< a config.json; weights are drawn from the seed
    InitialisationOptions initialisation{};
    std::optional<std::filesystem::path> batch{};  ///< a batch file; default: that of the sample or folder, otherwise a random one
    std::vector<std::string> texts{};         ///< texts for the model to read, instead of a batch file; see core/io/text_batch.h
    std::vector<std::string> target_texts{};  ///< with texts: as many targets, or none

    /// Whether the request says which batch to use, so that it is not the model's own.
    bool names_batch() const { return batch || !texts.empty(); }
};

struct Model {
    std::string name;   ///< "navigation", or the folder's or file's name
    std::string title;  ///< one line for the user
    std::string text;   ///< a description; may be empty
    Configuration configuration;
    Parameters parameters;
    Vocabulary source_vocabulary, target_vocabulary;
    Vocabulary classes = {};  ///< the names of classes, in a model that tells them
    Batch batch;
    bool random_batch = false;                               ///< its sentences were drawn, since there were none
    std::vector<std::string> notes;                          ///< notes about ignored, replaced or made-up input, one line each
    std::shared_ptr<const Tokenizer> tokenizer = {};         ///< the tokens of both vocabularies; null if these are words
    std::shared_ptr<const Tokenizer> target_tokenizer = {};  ///< of the target, if it has another one, as in Marian's models
    std::string family = {};                                 ///< "gpt2" for a folder of Hugging Face's; empty: another model
    ParameterNames parameter_names = {};                     ///< the names in such a folder; empty: ours
    GenerationRules rules = {};                              ///< the rules of such a folder
    WeightOrigins origins = {};                              ///< of an imported model; empty: the model is not imported
    std::filesystem::path history = {};  ///< of a sample: the file with moments of its training, if it is there; empty: none
    std::optional<ModelCard> card = {};  ///< of a sample that was trained to come with the program

    /// What labels are: tokens or classes.
    const Vocabulary& label_words() const {
        return configuration.classes > 0 ? classes : configuration.has_decoder() ? target_vocabulary : source_vocabulary;
    }

    /// Splits target texts into tokens, and joins tokens of the target to text; null if its tokens are words.
    const std::shared_ptr<const Tokenizer>& tokenizer_of_target() const { return target_tokenizer ? target_tokenizer : tokenizer; }
};

}  // namespace vitrine
