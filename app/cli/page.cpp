/// vitrine page: writes a web page in one file that computes.

#include <filesystem>
#include <memory>

#include "app/base/command.h"
#include "app/cli/commands.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/place.h"
#include "app/cli/common/run_options.h"
#include "app/link/link.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/single_page/single_page.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "core/files/file.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct PageCommand {
    explicit PageCommand(CommandLine& command) : model(command), link(command) {}

    ModelOptions model;
    LinkOption link;
    std::string view = "map";
    bool names_place = false;  ///< --view, --step or --select is given
    std::string only = name(PageExtent::program);
    std::optional<int> step;
    std::string select;
    std::string out;
};

PageStart start_of(const PageCommand& command) {
    const PageExtent extent = *page_extent(command.only);
    if (command.link.given() && command.names_place)
        throw Error("--link says what to start with: it goes without --view, --step and --select");
    if (command.link.given()) {
        PageStart start{.link = command.link.text(), .extent = extent};
        const SavedSession session = read_link(start.link, all_modules()).session;
        if (session.model->sample) start.samples.push_back(*session.model->sample);
        if (session.comparison && session.comparison->model.sample) start.samples.push_back(*session.comparison->model.sample);
        return start;
    }
    State state = new_state();
    const auto run = make_run(command.model.request());
    vitrine::apply(state, ShowRun{run});
    say_notes(*state.run->model);
    vitrine::apply(state, SetView{View{command.view}});
    if (command.step) vitrine::apply(state, go_to_film_step(*state.run, *command.step));
    if (!command.select.empty()) vitrine::apply(state, select_tensor(*state.run, command.select));
    return page_start(state, extent);
}

void run(const PageCommand& command) {
    if (command.out != standard_output && std::filesystem::path(command.out).extension() != ".html")
        throw Error("--out " + command.out + ": the name of a page ends in .html");
    require_writable(command.out);
    write_file_atomically(command.out, single_page(start_of(command), page_parts()));
}

std::vector<std::string> names_of_views() {
    std::vector<std::string> names;
    for (const Module* view : views(all_modules())) names.emplace_back(view->name);
    return names;
}

}  // namespace

void add_page(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("page", "Write a single HTML file with program and model, which opens offline and computes");
    const auto options = std::make_shared<PageCommand>(command);
    const CommandLineOption view = command.add_option("--view", options->view, "The tab to start with (default map)")
                                       .one_of(names_of_views(), CommandLineOption::Listed::behind_its_type)
                                       .type_name("VIEW");
    const CommandLineOption step =
        command.add_option("--step", options->step, "The operation to start with, counted from 1").type_name("N");
    command.add_option("--select", options->select, "The tensor to start with, as 'vitrine trace' names it, or a cell: PATH[0,1,2]")
        .type_name("PATH")
        .excludes(step);
    command.add_option("--only", options->only, "All of the program (default), or the picture of the view or the inspector alone")
        .one_of({"program", "view", "inspector"}, CommandLineOption::Listed::behind_its_type)
        .type_name("PART");
    command.add_option("--out", options->out, "The file to write, which ends in .html").writes_file().required();
    add_threads(command);
    add_quiet(command);
    command.footer(
        "The page needs the program for browsers, which scripts/web.sh builds.\n\n"
        "Examples:\n"
        "  vitrine page --sample translation --view attention --out attention.html\n"
        "  vitrine page --sample navigation --view masks --only view --out figure.html\n"
        "  vitrine page --link 'vitrine:sample=translation&step=12' --out step.html");
    command.callback([options, view] {
        options->names_place = view.given() || options->step || !options->select.empty();
        run(*options);
    });
}

}  // namespace vitrine
