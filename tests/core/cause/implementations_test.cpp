/// Transformers as others write them (tests/implementations): each is imported, run, and held against what its author recorded.

#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/cause/search.h"
#include "core/cause/sentence.h"
#include "core/files/json_text.h"
#include "core/import/import.h"
#include "core/io/batch_file.h"
#include "tests/core/against/reference_run.h"
#include "tests/test_data.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::vector<fs::path> implementations() {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(test_data("implementations"))) {
        if (fs::exists(entry.path() / "facts.json")) folders.push_back(entry.path());
    }
    std::ranges::sort(folders);
    return folders;
}

/// What shapes cannot tell, from the right configuration.
ImportAnswers answers_from(const Json& c) {
    ImportAnswers answers;
    const auto answer = [&](ImportQuestion question, const char* key) {
        if (!c.contains(key)) return;
        const Json& value = c[key];
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
    answers[ImportQuestion::norm] = {c.value("norm_first", false) ? "pre" : "post"};
    return answers;
}

/// "KIND at WHERE", line by line.
std::string causes_in(const FoundCauses& found) {
    std::string text;
    for (const Cause& cause : found.causes) text += std::string(name(cause.mistake.kind)) + " at " + cause.mistake.where + "\n";
    return text;
}

std::string causes_in(const Json& facts) {
    std::string text;
    for (const Json& cause : facts["causes"])
        text += cause["kind"].get<std::string>() + " at " + cause["where"].get<std::string>() + "\n";
    return text;
}

}  // namespace

TEST_CASE("right implementations agree, and of the others the first difference and all causes are named") {
    int differ = 0;
    for (const fs::path& folder : implementations()) {
        CAPTURE(folder.filename().string());
        const Json facts = read_json(folder / "facts.json");
        ImportedModel model =
            import_model({.file = folder / facts["model"].get<std::string>(), .given = answers_from(facts["config"])});
        if (facts["config"].contains("mask_value")) model.configuration.mask_value = facts["config"]["mask_value"].get<double>();
        Batch batch = read_batch(folder / "batch.json", {model.configuration, Vocabulary(), Vocabulary()});
        const test::ReferenceRun run(model.configuration, std::move(model.parameters), std::move(batch));
        const OurRun ours = run.ours();
        const MatchedTrace matched = match_trace(read_recorded_trace(folder / facts["trace"].get<std::string>()), ours);
        CHECK(matched.pairs.size() > 10);
        const auto first = first_beyond(matched, ours, usual_tolerance);
        const FoundCauses found = find_causes(matched, ours, usual_tolerance);
        CHECK((first ? matched.pairs[*first].path : "") ==
              (facts["first_beyond"].is_null() ? "" : facts["first_beyond"].get<std::string>()));
        CHECK(causes_in(found) == causes_in(facts));
        CHECK_FALSE(found.unexplained.has_value());
        differ += first.has_value();
        if (!found.causes.empty()) CHECK(cause_sentence(found.causes[0], ours).starts_with(found.causes[0].mistake.where + ": "));
    }
    CHECK(differ == 6);
}

}  // namespace vitrine
