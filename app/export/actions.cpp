/// Actions for exporting files, and for the transcript.

#include <fmt/format.h>

#include "app/base/action.h"
#include "app/export/exporting.h"
#include "app/export/figure_export.h"
#include "app/export/module.h"
#include "app/export/transcript.h"
#include "app/state/refusals.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// An action for an export, which is refused for the same reasons as on the page of exports.
Action save(const ExportChoices& choices, std::string id, std::string label, Command command) {
    return {.id = std::move(id),
            .label = std::move(label),
            .menu = ActionMenu::file,
            .group = 1,
            .listing = Listing::palette_only,
            .also = "export write file picture image",
            .perform = gives(std::move(command)),
            .refused = [choices](const State& state) { return export_refusal(state, choices); }};
}

Action listed(Action action, const char* tip) {
    action.listing = Listing::entry;
    action.tip = tip;
    return action;
}

std::string times(int pixels) {
    static constexpr const char* words[] = {"", "", ", twice the pixels", ", three times the pixels", ", four times the pixels"};
    return words[pixels];
}

std::vector<Action> save_pictures() {
    const ExportChoices view{.subject = ExportSubject::view};
    std::vector<Action> list;
    for (int pixels = 1; pixels <= most_export_pixels; ++pixels) {
        const std::string id = pixels == 1 ? "file/save-png" : fmt::format("file/save-png-{}", pixels);
        list.push_back(
            save(view, id, "Save this view as PNG" + times(pixels), ExportPicture{.format = PictureFormat::png, .pixels = pixels}));
        list.back().tip = "The same picture at a higher resolution.";
    }
    list[0] = listed(list[0], "A picture of the window as it is.");
    list[1] = listed(list[1], "The same picture at a resolution for print.");
    list.push_back(listed(save(view, "file/save-svg", "Save this view as SVG", ExportPicture{.format = PictureFormat::svg}),
                          "Shapes and text that a drawing program can change."));
    const ExportChoices steps{.subject = ExportSubject::steps};
    list.push_back(listed(
        save(steps, "file/save-walk", "Save every step as a picture", ExportWalk{}),
        "A numbered PNG for each operation of the run and, where gradients have been shown, of the backward pass; Escape stops."));
    list.push_back(listed(
        save(steps, "file/save-walk-svg", "Save every step as SVG", ExportWalk{.format = PictureFormat::svg}),
        "A numbered SVG for each operation of the run and, where gradients have been shown, of the backward pass; Escape stops."));
    return list;
}

const char* label_of(TraceFormat format) {
    static constexpr const char* labels[] = {"JSON", "NPZ", "safetensors", "CSV"};
    return labels[static_cast<std::size_t>(format)];
}

std::vector<Action> save_numbers(ExportedNumbers numbers) {
    const bool slopes = numbers == ExportedNumbers::gradients;
    const std::string id = slopes ? "file/save-gradient-" : "file/save-", what = slopes ? "the gradient of " : "";
    std::vector<Action> list;
    for (const TraceFormat format : {TraceFormat::npz, TraceFormat::csv, TraceFormat::safetensors, TraceFormat::json}) {
        list.push_back(save({.subject = ExportSubject::tensor, .numbers = numbers}, id + name(format),
                            fmt::format("Save {}this tensor as {}", what, label_of(format)),
                            ExportTensor{.format = format, .numbers = numbers}));
        list.back().tip = "The selected tensor, alone.";
    }
    for (const TraceFormat format : {TraceFormat::npz, TraceFormat::safetensors, TraceFormat::json}) {
        list.push_back(save({.subject = ExportSubject::run, .numbers = numbers},
                            (slopes ? "file/save-run-gradients-" : "file/save-run-") + std::string(name(format)),
                            fmt::format("Save {} as {}", slopes ? "every gradient of the run" : "the whole run", label_of(format)),
                            ExportTrace{.format = format, .numbers = numbers}));
        list.back().tip =
            slopes ? "One for every tensor and parameter, by name." : "Every tensor that the run has computed, by name.";
    }
    return list;
}

/// Exports of what is on the screen, with names of their own in the folder for pictures.
std::vector<Action> exports() {
    std::vector<Action> list{{.id = "file/save",
                              .label = "Save as a file …",
                              .menu = ActionMenu::file,
                              .group = 1,
                              .keys = "ctrl+s",
                              .tip = "This view, every step, this tensor or the whole run, in the format and size you choose.",
                              .also = "export picture gradients image download",
                              .perform = gives(SetMenu{export_page})}};
    for (Action& action : save_pictures()) list.push_back(std::move(action));
    list.push_back({.id = "file/save-model",
                    .label = "Save the model …",
                    .menu = ActionMenu::file,
                    .group = 1,
                    .tip = "Its parameters, vocabularies and sentences, as a folder that can be opened and trained further.",
                    .also = "export checkpoint weights trained",
                    .perform =
                        [](const State& state, Commands& commands) {
                            ExportChoices choices = state.of<Exporting>().choices;
                            choices.subject = ExportSubject::model;
                            commands.push_back(SetExportChoices{choices});
                            commands.push_back(SetMenu{export_page});
                        },
                    .refused = [](const State& state) { return export_refusal(state, {.subject = ExportSubject::model}); }});
    list.push_back(
        {.id = "file/save-figure",
         .label = "Save figure …",
         .menu = ActionMenu::file,
         .group = 1,
         .tip = "What this view shows, without the window around it, at the width of a column in a paper: SVG, PDF or PNG.",
         .also = "export paper publication column pdf vector print",
         .perform = gives(SetMenu{figure_page}),
         .refused = needs_run});
    std::vector<Action> numbers = save_numbers(ExportedNumbers::values);
    numbers[0] = listed(numbers[0], "For NumPy.");
    numbers[1] = listed(numbers[1], "A line for every cell, for a spreadsheet.");
    numbers[2] = listed(numbers[2], "For PyTorch and other programs.");
    numbers[4] = listed(numbers[4], "Every tensor the run has computed, by name, for NumPy.");
    for (Action& action : save_numbers(ExportedNumbers::gradients)) numbers.push_back(std::move(action));
    for (Action& action : numbers) action.group = 2;
    for (Action& action : numbers) list.push_back(std::move(action));
    return list;
}

Action transcript_page() {
    return {.id = "view/transcript",
            .label = "Transcript of this step",
            .menu = ActionMenu::view,
            .for_lessons = true,
            .group = 6,
            .keys = "ctrl+t alt+t",
            .tip = "Everything about the current step as plain text, for a screen reader or a braille terminal.",
            .perform = gives(SetMenu{"page/transcript"}),
            .refused = needs_run};
}

Action copy_transcript() {
    return {.id = "edit/copy-transcript",
            .label = "Copy the transcript of this step",
            .menu = ActionMenu::edit,
            .group = 1,
            .keys = "ctrl+shift+c alt+c",
            .tip = "Everything about the current step as plain text, in short lines.",
            .perform = gives(CopyTranscript{}),
            .refused = needs_run};
}

}  // namespace

std::vector<Action> export_actions(const Module&) {
    std::vector<Action> list = exports();
    list.push_back(transcript_page());
    list.push_back(copy_transcript());
    return list;
}

}  // namespace vitrine
