/// The program's entry point: reads the command line, and runs a subcommand or opens the window.

#include "app/cli/commands.h"
#include "app/cli/operands.h"
#include "app/cli/program.h"
#include "app/cli/window.h"

namespace {

using namespace vitrine;

/// All subcommands, in the order of --help.
constexpr void (*commands[])(CommandLine&) = {
    add_trace,    add_explain,         add_lens,       add_attribute,  add_patch,      add_ablate,   add_heads,
    add_circuits, add_compare,         add_transcript, add_page,       add_params,     add_config,   add_import,
    add_samples,  add_export_sample,   add_train,      add_history,    add_experiment, add_evaluate, add_generate,
    add_tasks,    add_train_tokenizer, add_tokenize,   add_render,     add_figure,     add_drive,    add_lesson,
    add_doctor,   add_selftest,        add_bench,      add_completion, add_manual};

}  // namespace

int main(int argc, char** argv) {
    CommandLine program("vitrine",
                        "Vitrine shows the Transformer of \"Attention Is All You Need\", computing: every tensor of a run.");
    program.footer(
        "Without a subcommand the window opens: with the model that is named, or where the last window was closed.\n\n"
        "Examples:\n  vitrine --sample translation\n  vitrine 'vitrine:sample=translation&view=attention'");
    const WindowCommand window(program);
    for (const auto add : commands) add(program);
    return run_program(program, {argv, argv + argc}, with_operands_named(program, argc, argv), [&] { window.run(); });
}
