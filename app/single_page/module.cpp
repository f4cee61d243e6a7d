#include "app/single_page/module.h"

#include "app/base/action.h"
#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/single_page/commands.h"
#include "app/state/lesson_limits.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"

namespace vitrine {

void do_command(State& state, const SavePage& command) {
    refuse_lessons(state, "writes a file");
    try {
        const PageStart start = page_start(state, command.extent);
        do_command(
            state,
            ExportText{.text = single_page(start, page_parts()), .stem = file_name(state.run->model->name), .ending = ".html"});
    } catch (const Error& problem) {
        do_command(state, ShowMessage{problem.what()});
    }
}

namespace {

Action save_page(const char* id, const char* label, const char* tip, PageExtent extent) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::file,
            .group = 1,
            .tip = tip,
            .also = "html web browser offline share export embed iframe hand in",
            .perform = gives(SavePage{extent}),
            .refused = page_refusal};
}

std::vector<Action> page_actions(const Module&) {
    return {save_page("file/save-page", "Save as a page",
                      "One HTML file with program, model and run, which opens offline and computes.", PageExtent::program),
            save_page("file/save-page-of-view", "Save this view as a page",
                      "The same, but with the picture of this view only, for a figure in an article.", PageExtent::view)};
}

}  // namespace

const Module single_page_module{.name = "single_page", .actions = page_actions};

}  // namespace vitrine
