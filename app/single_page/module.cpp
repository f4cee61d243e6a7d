#include "app/single_page/module.h"

#include <optional>
#include <utility>

#include "app/base/action.h"
#include "app/base/job.h"
#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/single_page/commands.h"
#include "app/state/lesson_limits.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The page that is being made.
struct PageUnderWay {
    std::optional<PageStart> start;
};

}  // namespace

void do_command(State& state, const SavePage& command) {
    refuse_lessons(state, "writes a file");
    try {
        state.of<PageUnderWay>().start = page_start(state, command.extent);
    } catch (const Error& problem) {
        do_command(state, ShowMessage{problem.what()});
    }
}

void do_command(State& state, const TakePage& command) {
    state.of<PageUnderWay>().start.reset();
    if (!command.why.empty()) return do_command(state, ShowMessage{command.why});
    do_command(state, ExportText{.text = command.text, .stem = file_name(state.run->model->name), .ending = ".html"});
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

/// In a page the parts may have to be fetched first.
std::optional<MissingResult> missing_page(const State& state) {
    const auto& start = state.of<PageUnderWay>().start;
    if (!start) return std::nullopt;
    Job job = job_of([start = *start](Work&) { return TakePage{single_page(start, page_parts())}; },
                     [](std::string why) -> Command {
                         return TakePage{{}, std::move(why)};
                     });
    return MissingResult{.job = std::move(job), .at_once = true, .files = late_parts(state, *start)};
}

}  // namespace

const Module single_page_module{.name = "single_page", .missing = missing_page, .actions = page_actions};

}  // namespace vitrine
