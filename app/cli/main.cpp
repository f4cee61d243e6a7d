/// The program's entry: reads the command line and hands over to a subcommand, or opens the window.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <system_error>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/output.h"
#include "app/cli/window.h"
#include "app/shell/script/automation.h"
#include "core/files/ending.h"
#include "core/files/problem.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace {

using namespace vitrine;

/// Every subcommand, in the order in which --help lists them.
constexpr void (*commands[])(CommandLine&) = {
    add_trace,    add_explain, add_compare, add_transcript, add_page,     add_params,   add_config, add_import,
    add_samples,  add_train,   add_history, add_experiment, add_evaluate, add_generate, add_tasks,  add_train_tokenizer,
    add_tokenize, add_render,  add_figure,  add_drive,      add_lesson,   add_doctor,   add_bench};

constexpr int failed = 2, visit_failed = 1;

int report(const std::string& message) {
    std::cerr << "vitrine: " << one_line(message) << '\n';
    return failed;
}

/// The called command's full name, such as "vitrine trace".
std::string called(const CommandLine& program) { return "vitrine" + (program.called().empty() ? "" : ' ' + program.called()); }

/// Options of a model in front of a subcommand would go unheard.
void refuse_options_before_subcommand(const CommandLine& program) {
    const std::vector<std::string> given = program.options_given();
    if (program.called().empty() || given.empty()) return;
    throw Error(given.front() + " belongs behind the subcommand: " + called(program) + ' ' + given.front() + " …");
}

/// What is wrong with the command line, a mistyped subcommand first.
std::string complaint(const CommandLine& program, const CommandLineError& error) {
    const std::vector<std::string> unknown = program.unknown();
    if (program.called().empty() && !unknown.empty() && !unknown.front().starts_with('-')) {
        std::error_code none;
        if (std::filesystem::is_directory(unknown.front(), none)) return "a model folder is opened by --model " + unknown.front();
        return "there is no subcommand " + in_quotes(unknown.front()) +
               did_you_mean(unknown.front(), similar(unknown.front(), program.subcommand_names())) +
               " ('vitrine --help' lists them)";
    }
    return std::string(error.what()) + " ('" + called(program) + " --help' shows what can be given)";
}

int run(CommandLine& program, const WindowCommand& window, int argc, char** argv) {
    try {
        std::vector<char*> arguments = with_links_named(argc, argv);
        if (program.parse(static_cast<int>(arguments.size()), arguments.data()) && program.called().empty()) window.run();
    } catch (const CommandLineError& error) {
        return report(complaint(program, error));
    }
    Output({}).finish();  // std::cout writes through the same buffer
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    occupy_closed_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any further is an error like a full disk, not the end
    end_tidily_by_signals();
    CommandLine program("vitrine",
                        "Vitrine shows the Transformer of \"Attention Is All You Need\", computing: every tensor of a run.",
                        "vitrine " VITRINE_VERSION);
    program.footer(
        "Without a subcommand the window opens: on the model that is named, or where the last one was closed.\n\n"
        "Examples:\n  vitrine --sample translation\n  vitrine 'vitrine:sample=translation&view=attention'");
    program.after_reading([&] { refuse_options_before_subcommand(program); });
    const WindowCommand window(program);
    for (const auto add : commands) add(program);
    try {
        return run(program, window, argc, argv);
    } catch (const VisitFailed& failure) {
        report(failure.what());
        return visit_failed;
    } catch (const Ended& end) {
        if (*end.what()) report(end.what());
        return end.status;
    } catch (const std::bad_alloc& problem) {
        return report(shortage_text("memory ran out", problem));
    } catch (const std::exception& error) {
        return report(error.what());
    }
}
