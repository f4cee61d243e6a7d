#include "app/export/exporting.h"

#include <algorithm>
#include <cctype>

#include "app/state/state.h"

namespace vitrine {

const char* name(PictureFormat format) { return format == PictureFormat::svg ? "svg" : "png"; }

std::optional<PictureFormat> picture_format(const std::string& path) {
    std::string end = path.substr(path.size() - std::min<std::size_t>(path.size(), 4));
    std::ranges::transform(end, end.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (end == ".png") return PictureFormat::png;
    if (end == ".svg") return PictureFormat::svg;
    return std::nullopt;
}

std::string gradient_refusal(const Run& run) {
    if (run.difference && !run.gradients) return "the gradients of a difference exist once those of both runs have been shown";
    return run.difference || run.has_loss() ? "" : "without labels there is no loss, and no gradient";
}

std::string export_refusal(const State& state, const ExportChoices& choices) {
    if (choices.subject == ExportSubject::steps) {
        if (!state.run) return "no model is open";
        return state.of<Exporting>().walk ? "this is already being saved" : "";
    }
    if (state.of<Exporting>().file) return "another file is being saved";
    if (choices.subject == ExportSubject::view) return "";
    if (!state.run || !selected_tensor(state)) return "no model is open";
    if (choices.subject == ExportSubject::model) return state.run->difference ? "a difference of two runs is not a model" : "";
    return choices.numbers == ExportedNumbers::gradients ? gradient_refusal(*state.run) : "";
}

std::string lost_in_model(const Run& run) {
    Interventions beside = run.edits.interventions;
    // A number that was written over a weight is saved as that weight.
    std::erase_if(beside.overwrites, [&](const Overwrite& written) { return find_parameter(run, written.path).present(); });
    const bool acts = !beside.empty();
    if (run.regime.design == Design{} && !acts) return "";
    return "The parameters are saved; what was switched off or set by hand in the run is not part of the model.";
}

namespace {

std::string of(const char* what, ExportedNumbers numbers) {
    return (numbers == ExportedNumbers::gradients ? "the gradients of " : "") + std::string(what);
}

}  // namespace

std::string words_of(const FileUnderWay& file) {
    if (const auto* tensor = std::get_if<ExportTensor>(&file.wanted)) return of("this tensor", tensor->numbers);
    if (const auto* run = std::get_if<ExportTrace>(&file.wanted)) return of("the whole run", run->numbers);
    if (std::holds_alternative<ExportModel>(file.wanted)) return "the model";
    if (const auto* text = std::get_if<ExportText>(&file.wanted)) return text->stem;
    return "this view";
}

}  // namespace vitrine
