/// Files and models.

#include "app/state/action_parts.h"

namespace vitrine {

namespace {

constexpr ActionMenu menu = ActionMenu::file;

Action save_picture(const char* id, const char* label, const ExportPicture& picture, const char* tip) {
    return {.id = id, .label = label, .menu = menu, .tip = tip, .perform = gives(picture)};
}

Action save_tensor(TraceFormat format, const char* id, const char* label, const char* tip) {
    return {.id = id,
            .label = label,
            .menu = menu,
            .listing = format == TraceFormat::npz ? Listing::first_of_group : Listing::entry,
            .tip = tip,
            .perform = gives(ExportTensor{.format = format}),
            .refused = [](const State& state) -> std::string { return selected_tensor(state) ? "" : needs_run(state); }};
}

/// What is seen, as files with names of their own in the folder for pictures.
std::vector<Action> exports() {
    std::vector<Action> list{
        save_picture("file/save-png", "Save this view as PNG", {.format = PictureFormat::png}, "A picture of the window as it is."),
        save_picture("file/save-png-2", "Save this view as PNG, twice the pixels", {.format = PictureFormat::png, .pixels = 2},
                     "The same picture, sharp enough for print."),
        save_picture("file/save-svg", "Save this view as SVG", {.format = PictureFormat::svg},
                     "Shapes and text that a drawing program can change."),
        {.id = "file/save-walk",
         .label = "Save every step as a picture",
         .menu = menu,
         .tip = "A numbered PNG for each operation of the run; Escape stops.",
         .perform = gives(ExportWalk{}),
         .refused = [](const State& state) -> std::string {
             if (!state.run) return needs_run(state);
             return state.exporting.walk ? "that is under way" : "";
         }},
        save_tensor(TraceFormat::npz, "file/save-npz", "Save this tensor as NPZ", "For NumPy."),
        save_tensor(TraceFormat::csv, "file/save-csv", "Save this tensor as CSV", "A line for every cell, for a spreadsheet."),
        save_tensor(TraceFormat::safetensors, "file/save-safetensors", "Save this tensor as safetensors",
                    "For PyTorch and others."),
    };
    list.front().listing = Listing::first_of_group;
    return list;
}

}  // namespace

std::vector<Action> file_actions() {
    std::vector<Action> list{
        {.id = "file/open",
         .label = "Open …",
         .menu = menu,
         .keys = "ctrl+o",
         .tip = "A sample or a recent model. A folder or a batch file can also be dropped on the window.",
         .perform = gives(OpenPalette{PaletteScope::models})},
        {.id = "file/reopen",
         .label = "Read the model again",
         .menu = menu,
         .keys = "f5",
         .tip = "From its file, as it is now. What was changed in it by hand is brought back by Undo.",
         .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
         .refused = needs_request},
        {.id = "file/forget-recent",
         .label = "Forget the recent models",
         .menu = menu,
         .listing = Listing::palette_only,
         .tip = "Empties the list of models opened before. The models stay where they are.",
         .perform = gives(ForgetRecent{}),
         .refused = [](const State& state) -> std::string { return state.recent.empty() ? "there are none" : ""; }},
    };
    for (Action& action : exports()) list.push_back(std::move(action));
    list.push_back({.id = "file/quit",
                    .label = "Quit",
                    .menu = menu,
                    .listing = Listing::first_of_group,
                    .keys = "ctrl+q",
                    .tip = "Closes the window. The next start without arguments comes back to where this one ends.",
                    .perform = gives(Quit{})});
    return list;
}

}  // namespace vitrine
