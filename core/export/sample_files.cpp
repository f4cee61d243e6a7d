#include "core/export/sample_files.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/export/history_readings.h"
#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/safetensors.h"
#include "core/history/events.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/parameters_file.h"
#include "core/text/tokenizer/tokenizer_json.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr const char *description_end = ".json", *weights_end = ".safetensors", *tokenizer_end = ".tokenizer.json",
                     *history_end = ".history.safetensors";

/// A sample's JSON, a field per line.
std::string in_lines(const OrderedJson& json) {
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += text.empty() ? "{\n" : ",\n";
        text += " \"" + key + "\": " + value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    }
    return text + "\n}\n";
}

OrderedJson description_of(const SampleToSave& sample) {
    const Model& model = sample.model;
    const auto parsed = [](const std::string& text) { return OrderedJson::parse(text); };
    OrderedJson json{{"name", sample.name}, {"title", sample.title}, {"text", sample.text}};
    json["configuration"] = parsed(configuration_text(model.configuration));
    if (model.tokenizer) {
        json["tokenizer"] = sample.name + tokenizer_end;
    } else {
        const auto words = [&json](const char* key, const Vocabulary& vocabulary) {
            if (!vocabulary.empty()) json[key] = vocabulary.words();
        };
        words("source_vocabulary", model.source_vocabulary);
        words("target_vocabulary", model.target_vocabulary);
    }
    json["batch"] = parsed(batch_text(model.batch));
    json["weights"] = sample.name + weights_end;
    if (sample.history) json["history"] = sample.name + history_end;
    json["card"] = to_json(sample.card);
    return json;
}

}  // namespace

std::string name_refusal(const std::string& name) {
    const auto fits = [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    constexpr std::size_t longest = 100;
    if (name.empty() || name.size() > longest || name.front() == '-' || !std::ranges::all_of(name, fits))
        return "a name has up to 100 letters from a to z, digits, - and _, and does not begin with -";
    return "";
}

TrainingHistory thinned(const TrainingHistory& history, const Model& model, std::size_t most) {
    std::vector<std::int64_t> told;
    for (const TrainingEvent& event : training_events(history.curves, readings_of(history, model)))
        told.push_back(history.moments.nearest(event.step).step);
    TrainingHistory thin{history.configuration, history.curves, history.moments.thinned(most, told)};
    // Of a file there are the path and its content's fingerprint, which belong to one machine.
    if (history.plan && history.plan->data.kind == DataKind::task) {
        thin.plan = history.plan;
        thin.plan->log.clear();
    }
    return thin;
}

std::vector<fs::path> save_sample(const fs::path& folder, const SampleToSave& sample) {
    const Model& model = sample.model;
    const auto place = [&](const char* end) { return folder / (sample.name + end); };
    std::vector<fs::path> written;
    OutputFiles files;
    const auto add = [&](const char* end) -> OutputFile& { return files.add(written.emplace_back(place(end))); };
    add(description_end).write(in_lines(description_of(sample)));
    write_safetensors(add(weights_end), named_parameters(model.parameters, "", true));
    if (model.tokenizer) {
        add(tokenizer_end).write(tokenizer_text(*model.tokenizer));
    } else {
        files.remove(place(tokenizer_end));
    }
    if (sample.history) {
        const TrainingHistory& history = *sample.history;
        write_history(add(history_end),
                      {history.configuration, history.curves, history.moments, history.plan ? &*history.plan : nullptr, true});
    } else {
        files.remove(place(history_end));
    }
    files.commit();
    return written;
}

void renew_figures(const fs::path& file, const CardFigures& figures, const std::optional<CardAlignment>& alignment) {
    OrderedJson sample = OrderedJson::parse(read_file(file));
    ModelCard card = sample.contains("card") ? card_from(read_json(file)["card"], file.string() + ": 'card'") : ModelCard{};
    card.held_out = figures;
    if (alignment) card.alignment = alignment;
    sample["card"] = to_json(card);
    OutputFiles files;
    files.add(file).write(in_lines(sample));
    files.commit();
}

}  // namespace vitrine
