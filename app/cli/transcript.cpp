/// vitrine transcript: writes one step of a run as plain text.

#include "app/export/transcript.h"

#include <memory>

#include "app/base/command.h"
#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/place.h"
#include "app/cli/common/run_options.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct TranscriptCommand {
    explicit TranscriptCommand(CommandLine& command) : model(command) {}

    ModelOptions model;
    std::optional<int> step;
    std::string select;
    std::optional<Size> sentence, head;
    bool gradient = false;
    std::optional<std::string> out;
};

/// The run, with gradients if the transcript tells them.
std::shared_ptr<const Run> run_for(const TranscriptCommand& command) {
    std::shared_ptr<const Run> run = make_run(command.model.request());
    if (command.gradient && !run->has_loss())
        throw Error("--gradient: the batch has no labels: without them there is no loss, and no gradient of it");
    const bool backwards = command.step && *command.step > run->last_step() + 1 && run->has_loss();
    return command.gradient || backwards ? with_gradients(*run) : run;
}

void run(const TranscriptCommand& command) {
    State state = new_state();
    apply(state, ShowRun{run_for(command)});
    say_notes(*state.run->model);
    if (command.gradient) apply(state, SetAspect{Aspect::both});
    if (command.step) vitrine::apply(state, go_to_film_step(*state.run, *command.step));
    if (command.sentence) vitrine::apply(state, select_sentence(*state.run, *command.sentence));
    if (command.head) vitrine::apply(state, select_head(*state.run, *command.head));
    if (!command.select.empty()) vitrine::apply(state, select_tensor(*state.run, command.select));
    Output output(command.out);
    output.say(transcript(state));
    output.finish();
}

}  // namespace

void add_transcript(CommandLine& program) {
    CommandLine& command = program.add_subcommand("transcript", "Print one step of a run as plain text, in short lines");
    const auto options = std::make_shared<TranscriptCommand>(command);
    const CommandLineOption step =
        command
            .add_option("--step", options->step,
                        "The operation, counted from 1 (default 1); after the loss those of the backward pass, and the update")
            .type_name("N");
    command
        .add_option("--select", options->select,
                    "The tensor whose numbers to print, as 'vitrine trace' names it, or a cell of it, which is then taken apart: "
                    "PATH[0,1,2]")
        .type_name("PATH")
        .excludes(step);
    command.add_option("--sentence", options->sentence, "Counted from 1 (default 1)").type_name("N");
    command.add_option("--head", options->head, "Counted from 1 (default 1)").type_name("N");
    command.add_flag("--gradient", options->gradient, "Values with their gradients, and how the gradients are computed");
    command.add_option("--out", options->out, "The file to write (default: standard output)").writes_file();
    add_threads(command);
    add_quiet(command);
    command.footer(
        "It is meant for a screen reader or a braille terminal: no line is longer than 80 columns.\n\n"
        "Examples:\n"
        "  vitrine transcript --sample navigation --step 7\n"
        "  vitrine transcript --sample navigation --select 'encoder.layers.0.self_attn.scores[0,1,1,0]' --gradient");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
