#pragma once
/// Brings a model of somebody else's in: its file, what is known of it, and, to find out the rest, a batch with its numbers.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/import/mapping.h"
#include "core/import/verify.h"
#include "core/model/parameters.h"

namespace vitrine {

struct ImportRequest {
    std::filesystem::path file;
    std::optional<std::filesystem::path> batch{};      ///< ids, as `vitrine trace --batch` reads them
    std::optional<std::filesystem::path> reference{};  ///< logits or a whole trace, for the batch
    std::optional<std::filesystem::path> map{};        ///< a mapping.json instead of a proposal
    ImportAnswers given{};
};

struct ImportedModel {
    Configuration configuration;
    Parameters parameters;
    Mapping mapping;  ///< with every answer that the configuration has
    std::optional<Batch> batch{};
    std::optional<Verification> verification{};
    std::vector<std::string> notes;  ///< one line each
};

/// Throws Error: one line, which names all questions that are open, or what does not fit.
ImportedModel import_model(const ImportRequest& request);

/// Only the mapping, as far as it can be found; `notes` gets what import_model() would say.
Mapping propose_import(const ImportRequest& request, std::vector<std::string>& notes);

/// A choice as words: "4 heads, gelu, pre-norm".
std::string answers_text(const ImportAnswers& answers);

}  // namespace vitrine
