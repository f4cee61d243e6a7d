/// vitrine drive: plays a visit from a script.

#include <iostream>
#include <iterator>
#include <memory>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/common/device_options.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/common/scheduling_option.h"
#include "app/cli/common/session_option.h"
#include "app/cli/common/view_options.h"
#include "app/session/keeper.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/shell/script/automation.h"
#include "app/views/train/keeping.h"
#include "core/files/file.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct DriveCommand {
    explicit DriveCommand(CommandLine& command)
        : model(command),
          view(command, ViewOptions::Size::of_the_picture),
          device(command, ComputePlace::by_size),
          session(command),
          link(command),
          scheduling(command) {}

    ModelOptions model;
    ViewOptions view;
    DeviceOptions device;
    SessionOption session;
    LinkOption link;
    SchedulingOption scheduling;
    std::string script;
};

Script read_script(const std::string& path) {
    if (path != "-") return parse_script(read_file(path), path);
    return parse_script(std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input");
}

/// Restores the session with which the visit begins, or begins anew if there is none yet.
Stage begin(const DriveCommand& command, Scheduling scheduling, SessionKeeper* keeper) {
    StageOptions options = command.view.stage();
    options.attention = command.device.attention();
    options.scheduling = scheduling;
    if (const auto problem = keeper ? keeper->take_problem() : std::nullopt)
        throw Error(command.session.file()->string() + ": " + *problem);
    if (keeper) options.session = keeper->read(all_modules());
    if (keeper) options.training = training_folder(std::filesystem::absolute(keeper->file()));
    options.link = command.link.text();
    if (!options.session) return Stage(command.link.request(command.model), options);
    if (command.model.names_something()) options.session = for_model(*options.session, command.model.request());
    if (!options.session->model) throw Error(command.session.file()->string() + ": it names no model");
    return Stage(*options.session->model, options);
}

void run(const DriveCommand& command) {
    const Script script = read_script(command.script);
    const Scheduling scheduling = command.scheduling.take();
    std::unique_ptr<SessionKeeper> keeper;
    if (command.session.file()) keeper = std::make_unique<SessionKeeper>(*command.session.file(), scheduling);
    Stage stage = begin(command, scheduling, keeper.get());
    say_notes(*stage.state().run->model);
    Output output({});
    OutputBuffer buffer(output);
    std::ostream stream(&buffer);
    stream.exceptions(std::ios::badbit);
    const auto finish = [&] {
        stream.flush();
        output.finish();
    };
    try {
        Visitor(stage, stream).play(script);
    } catch (...) {
        finish();  // prints earlier output, which often explains this failure
        throw;
    }
    finish();
    if (!keeper) return;
    const std::string lost = stage.close();
    keeper->finish(stage.state());
    if (!lost.empty()) throw Error(lost);
}

}  // namespace

void add_drive(CommandLine& program) {
    CommandLine& command = program.add_subcommand("drive", "Run a script of clicks and keys in the window, without a display");
    const auto options = std::make_shared<DriveCommand>(command);
    command.add_option("script", options->script, "The script, one command per line; - reads standard input")
        .type_name("SCRIPT")
        .required();
    add_quiet(command);
    command.footer(
        "Commands of a script; ANCHOR is the name of a place on the screen, which the command anchors lists:\n"
        "  click|double-click|right-click|hover ANCHOR [INDEX...]   a cell by its tensor's full index\n"
        "  drag ANCHOR DX DY    drag ANCHOR to ANCHOR    scroll ANCHOR N [ctrl]\n"
        "  tap|double-tap|long-press ANCHOR [INDEX...]    swipe ANCHOR DX DY    pinch ANCHOR FACTOR    fingers\n"
        "  key ctrl+p    type TEXT    clipboard TEXT    drop FILE [FILE]    wait FRAMES\n"
        "  resize W H    theme dark|light    scale F\n"
        "  train STEPS    wait-steps STEPS\n"
        "  sample NAME    view NAME    select PATH [INDEX...]    sentence N    head N    aspect NAME    go PATH    frame NAME\n"
        "  without CHOICE    silence ATTENTION HEAD    write PATH INDEX... VALUE    word SIDE PLACE WORD    restore\n"
        "  keep MODULE JSON    perform ACTION    settings, wherever the mouse is: docs/LESSONS.md\n"
        "  screenshot FILE    anchors    state FILE\n"
        "  expect ANCHOR TEXT    expect-not ANCHOR TEXT    expect-state JSON-POINTER VALUE\n"
        "  expect-no-cut-text    expect-no-overlap\n"
        "Lines from one of these to a line end are repeated; {size}, {theme} or {NAME} in them is what changes:\n"
        "  at-every-size 1280x800 1600x1000@1,1.5,2    in-both-themes    for-every NAME in VALUE [VALUE]\n"
        "TEXT is expected as a part of what can be read there; of a text that is shown shortened, with …, as the whole of it.\n"
        "A line that fails is named, and the exit code is then 1.\n\n"
        "Examples:\n"
        "  vitrine drive visit.drive --sample navigation --size 1280x800\n"
        "  echo anchors | vitrine drive - --sample navigation\n"
        "  echo 'screenshot out.png' | vitrine drive - --link 'vitrine:sample=translation&view=attention'");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
