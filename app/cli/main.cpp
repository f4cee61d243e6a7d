/// The program's entry: reads the command line and hands over to a subcommand, or opens the window.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/window.h"
#include "app/shell/script/automation.h"
#include "app/shell/script/nearest.h"
#include "core/tensor/error.h"

namespace {

using namespace vitrine;

/// Every subcommand, in the order in which --help lists them.
constexpr void (*commands[])(CLI::App&) = {
    add_trace,    add_explain, add_compare,         add_transcript, add_params, add_samples, add_train,  add_evaluate,
    add_generate, add_tasks,   add_train_tokenizer, add_tokenize,   add_render, add_drive,   add_doctor, add_bench};

constexpr int failed = 2, visit_failed = 1;

int report(std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    std::cerr << "vitrine: " << message << '\n';
    return failed;
}

/// "vitrine trace" where that is what was called.
std::string called(const CLI::App& program) {
    const auto subcommands = program.get_subcommands();
    return "vitrine" + (subcommands.empty() ? "" : ' ' + subcommands.front()->get_name());
}

/// Options of a model in front of a subcommand would go unheard.
void refuse_options_before_subcommand(const CLI::App& program) {
    if (program.get_subcommands().empty()) return;
    for (const CLI::Option* option : program.get_options()) {
        if (option->count() == 0) continue;
        throw Error(option->get_name() + " belongs behind the subcommand: " + called(program) + ' ' + option->get_name() + " …");
    }
}

/// What is wrong with the command line, a mistyped subcommand first.
std::string complaint(const CLI::App& program, const CLI::ParseError& error) {
    const std::vector<std::string> unknown = program.remaining();
    if (program.get_subcommands().empty() && !unknown.empty() && !unknown.front().starts_with('-')) {
        std::vector<std::string> names;
        for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(command->get_name());
        }
        std::error_code none;
        if (std::filesystem::is_directory(unknown.front(), none)) return "a model folder is opened by --model " + unknown.front();
        return "there is no subcommand '" + unknown.front() + "'" + did_you_mean(unknown.front(), names) +
               " ('vitrine --help' lists them)";
    }
    return std::string(error.what()) + " ('" + called(program) + " --help' shows what can be given)";
}

int run(CLI::App& program, const WindowCommand& window, int argc, char** argv) {
    try {
        program.parse(argc, argv);
        if (program.get_subcommands().empty()) window.run();
    } catch (const CLI::Success& asked_for_help) {
        program.exit(asked_for_help, std::cout, std::cerr);
    } catch (const CLI::ParseError& error) {
        return report(complaint(program, error));
    }
    Output({}).finish();  // std::cout writes through the same buffer
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any further is an error like a full disk, not the end
    std::signal(SIGPIPE, SIG_DFL);  // "vitrine trace … | head" ends with head, whatever the caller has set
    CLI::App program("Vitrine shows the Transformer of \"Attention Is All You Need\", computing: every tensor of a run.",
                     "vitrine");
    program.get_formatter()->column_width(24);
    program.set_version_flag("--version", "vitrine " VITRINE_VERSION, "Show the version");
    program.set_help_flag("-h,--help", "Show this help");
    program.footer(
        "Without a subcommand the window opens: on the model that is named, or where the last one was closed.\n\n"
        "Example:\n  vitrine --sample translation");
    program.require_subcommand(0, 1);  // the second name is what the first one works on, as in "vitrine bench tokenize"
    program.parse_complete_callback([&] { refuse_options_before_subcommand(program); });
    const WindowCommand window(program);
    for (const auto add : commands) add(program);
    try {
        return run(program, window, argc, argv);
    } catch (const VisitFailed& failure) {
        report(failure.what());
        return visit_failed;
    } catch (const Ended& end) {
        report(end.what());
        return end.status;
    } catch (const std::bad_alloc&) {
        return report("memory ran out");
    } catch (const std::exception& error) {
        return report(error.what());
    }
}
