/// Files and models.

#include <fmt/format.h>

#include "app/actions/action_parts.h"
#include "app/actions/palette_view.h"
#include "app/base/command.h"
#include "app/base/manners_commands.h"
#include "app/base/state.h"
#include "app/base/window_commands.h"
#include "app/export/exporting.h"
#include "app/opening/opening_commands.h"

namespace vitrine {

namespace {

/// An export that is found by its name; what the page of exports offers for it decides whether it can be had.
Action save(const ExportChoices& choices, std::string id, std::string label, Command command) {
    return {.id = std::move(id),
            .label = std::move(label),
            .menu = ActionMenu::file,
            .listing = Listing::palette_only,
            .also = "export write file picture image",
            .perform = gives(std::move(command)),
            .refused = [choices](const State& state) { return export_refusal(state, choices); }};
}

Action listed(Action action, const char* tip, Listing listing = Listing::entry) {
    action.listing = listing;
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
        list.back().tip = "The same picture, finer.";
    }
    list[0] = listed(list[0], "A picture of the window as it is.");
    list[1] = listed(list[1], "The same picture, sharp enough for print.");
    list.push_back(listed(save(view, "file/save-svg", "Save this view as SVG", ExportPicture{.format = PictureFormat::svg}),
                          "Shapes and text that a drawing program can change."));
    const ExportChoices steps{.subject = ExportSubject::steps};
    list.push_back(listed(save(steps, "file/save-walk", "Save every step as a picture", ExportWalk{}),
                          "A numbered PNG for each operation of the run; Escape stops."));
    list.push_back(listed(save(steps, "file/save-walk-svg", "Save every step as SVG", ExportWalk{.format = PictureFormat::svg}),
                          "A numbered SVG for each operation of the run; Escape stops."));
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
        list.back().tip = slopes ? "Of every tensor and parameter, under their names." : "Every tensor it has computed, by name.";
    }
    return list;
}

/// What is seen, as files with names of their own in the folder for pictures.
std::vector<Action> exports() {
    std::vector<Action> list{{.id = "file/save",
                              .label = "Save as a file …",
                              .menu = ActionMenu::file,
                              .listing = Listing::first_of_group,
                              .keys = "ctrl+s",
                              .tip = "This view, every step, this tensor or the whole run, in the format and the size you choose.",
                              .also = "export picture gradients image download",
                              .perform = gives(SetMenu{export_page})}};
    for (Action& action : save_pictures()) list.push_back(std::move(action));
    std::vector<Action> numbers = save_numbers(ExportedNumbers::values);
    numbers[0] = listed(numbers[0], "For NumPy.", Listing::first_of_group);
    numbers[1] = listed(numbers[1], "A line for every cell, for a spreadsheet.");
    numbers[2] = listed(numbers[2], "For PyTorch and others.");
    numbers[4] = listed(numbers[4], "Every tensor the run has computed, by name, for NumPy.");
    for (Action& action : numbers) list.push_back(std::move(action));
    for (Action& action : save_numbers(ExportedNumbers::gradients)) list.push_back(std::move(action));
    return list;
}

}  // namespace

std::vector<Action> file_actions() {
    std::vector<Action> list{
        {.id = "file/open",
         .label = "Open …",
         .menu = ActionMenu::file,
         .keys = "ctrl+o",
         .tip = "A sample or a recent model. A folder or a batch file can also be dropped on the window.",
         .also = "load file folder sample",
         .perform = gives(OpenPalette{PaletteScope::models})},
        {.id = "file/reopen",
         .label = "Read the model again",
         .menu = ActionMenu::file,
         .keys = "f5",
         .tip = "From its file, as it is now. What was changed by hand is kept, or Undo brings it back.",
         .also = "reload refresh",
         .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
         .refused = needs_request},
        {.id = "file/forget-recent",
         .label = "Forget the recent models",
         .menu = ActionMenu::file,
         .listing = Listing::palette_only,
         .tip = "Empties the list of models opened before. The models stay where they are.",
         .perform = gives(ForgetRecent{}),
         .refused = [](const State& state) -> std::string { return state.recent.empty() ? "there are none" : ""; }},
    };
    for (Action& action : exports()) list.push_back(std::move(action));
    list.push_back({.id = "file/quit",
                    .label = "Quit",
                    .menu = ActionMenu::file,
                    .listing = Listing::first_of_group,
                    .keys = "ctrl+q",
                    .tip = "Closes the window. The next start without arguments comes back to where this one ends.",
                    .also = "exit leave close",
                    .perform = gives(Quit{})});
    return list;
}

}  // namespace vitrine
