#pragma once
/// Transformers as others write them (tests/implementations), imported.

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/foreign/weight_origins.h"
#include "core/import/import.h"
#include "core/io/batch_file.h"
#include "tests/test_data.h"

namespace vitrine::test {

/// Their folders, sorted by name.
inline std::vector<std::filesystem::path> implementations() {
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(test_data("implementations"))) {
        if (std::filesystem::exists(entry.path() / "facts.json")) folders.push_back(entry.path());
    }
    std::ranges::sort(folders);
    return folders;
}

/// Answers to what shapes leave open, from the right configuration.
inline ImportAnswers answers_from(const nlohmann::json& c) {
    ImportAnswers answers;
    const auto answer = [&](ImportQuestion question, const char* key) {
        if (!c.contains(key)) return;
        const nlohmann::json& value = c[key];
        const std::string text = value.is_boolean()  ? (value.get<bool>() ? "yes" : "no")
                                 : value.is_string() ? value.get<std::string>()
                                                     : value.dump();
        answers[question] = {text};
    };
    answer(ImportQuestion::heads, "nhead"), answer(ImportQuestion::activation, "activation");
    answer(ImportQuestion::layer_norm, "layer_norm"), answer(ImportQuestion::eps, "layer_norm_eps");
    answer(ImportQuestion::scale_embedding, "scale_embedding");
    if (c.value("positions", "") == "sinusoidal") answer(ImportQuestion::positions, "positions");
    answer(ImportQuestion::pad_src, "pad_src"), answer(ImportQuestion::pad_tgt, "pad_tgt");
    answer(ImportQuestion::begin, "bos"), answer(ImportQuestion::end, "eos");
    if (c.value("embedding_norm", false)) answers[ImportQuestion::stack_norm] = {"embedding"};
    answers[ImportQuestion::norm] = {c.value("norm_first", false) ? "pre" : "post"};
    return answers;
}

/// The tensors that a mapping makes each parameter of.
inline WeightOrigins origins_of(const Mapping& mapping) {
    WeightOrigins origins;
    for (const MappingEntry& entry : mapping.entries) {
        for (const Piece& piece : entry.pieces) {
            if (piece.kind == Piece::Kind::tensor) origins[entry.parameter].push_back(piece.tensor);
        }
    }
    return origins;
}

/// An implementation: its model in our form, its batch, the trace that it has recorded, and facts about them.
struct Implementation {
    nlohmann::json facts;
    ImportedModel model;
    WeightOrigins origins;
    Batch batch;
    std::filesystem::path trace;
};

inline Implementation read_implementation(const std::filesystem::path& folder) {
    const nlohmann::json facts = read_json(folder / "facts.json");
    ImportedModel model =
        import_model({.file = folder / facts["model"].get<std::string>(), .given = answers_from(facts["config"])});
    if (facts["config"].contains("mask_value")) model.configuration.mask_value = facts["config"]["mask_value"].get<double>();
    Batch batch = read_batch(folder / "batch.json", {model.configuration, Vocabulary(), Vocabulary()});
    WeightOrigins origins = origins_of(model.mapping);
    return {facts, std::move(model), std::move(origins), std::move(batch), folder / facts["trace"].get<std::string>()};
}

}  // namespace vitrine::test
