#include "app/cli/program.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/shell/desktop/own_program.h"
#include "app/shell/desktop/simd_choice.h"
#include "app/shell/script/automation.h"
#include "core/files/ending.h"
#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/tensor/memory.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr int failed = 2, visit_failed = 1;

int report(const std::string& message) {
    std::cerr << "vitrine: " << one_line(message) << '\n';
    return failed;
}

/// The called command's full name, such as "vitrine trace".
std::string called(const CommandLine& program) { return "vitrine" + (program.called().empty() ? "" : ' ' + program.called()); }

/// Refuses options of a model before a subcommand, since they would have no effect.
void refuse_options_before_subcommand(const CommandLine& program) {
    const std::vector<std::string> given = program.options_given();
    if (program.called().empty() || given.empty()) return;
    throw Error(given.front() + " belongs behind the subcommand: " + called(program) + ' ' + given.front() + " …");
}

/// What is wrong with the command line. A mistyped subcommand comes first.
std::string complaint(const CommandLine& program, const CommandLineError& error) {
    const std::vector<std::string> unknown = program.unknown();
    if (program.called().empty() && !unknown.empty() && !unknown.front().starts_with('-')) {
        return "there is no subcommand " + in_quotes(unknown.front()) +
               did_you_mean(unknown.front(), similar(unknown.front(), program.subcommand_names())) +
               " ('vitrine --help' lists them)";
    }
    return std::string(error.what()) + " ('" + called(program) + " --help' shows what can be given)";
}

int run(CommandLine& program, const std::vector<char*>& arguments, const std::function<void()>& otherwise) {
    try {
        const bool go_on = program.parse(static_cast<int>(arguments.size()), arguments.data());
        if (go_on && program.called().empty() && otherwise) otherwise();
    } catch (const CommandLineError& error) {
        return report(complaint(program, error));
    }
    Output({}).finish();  // std::cout writes through the same buffer
    return 0;
}

}  // namespace

int run_program(CommandLine& program, std::span<char* const> given, std::vector<std::string> arguments,
                const std::function<void()>& otherwise) {
    occupy_closed_streams();
    set_program_file(own_program());
    std::signal(SIGXFSZ, SIG_IGN);  // too large a file is then an error, not the program's end
    end_tidily_by_signals();
    program.after_reading([&] { refuse_options_before_subcommand(program); });
    try {
        take_wanted_simd({given.begin(), given.end()});
        std::vector<char*> pointers;
        for (std::string& argument : arguments) pointers.push_back(argument.data());
        return run(program, pointers, otherwise);
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

}  // namespace vitrine
