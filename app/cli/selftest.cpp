/// vitrine selftest: checks on this machine that what the program computes is right.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/shell/desktop/machine_checks.h"
#include "core/selftest/report.h"
#include "core/selftest/self_test.h"

namespace vitrine {

namespace {

struct SelfTestCommand {
    bool json = false;
    std::optional<std::filesystem::path> out{};
};

void run(const SelfTestCommand& command) {
    std::vector<SelfTestCheck> checks = self_test_checks();
    std::ranges::copy(machine_checks(), std::back_inserter(checks));
    SelfTestReport report{.machine = machine_words(), .when = now_words(), .planned = checks.size()};
    const bool on_screen = !command.json && !command.out;
    Output output(command.out);
    if (on_screen) output.say(report.machine + "\n\n");
    for (const SelfTestCheck& check : checks) {
        const auto begin = std::chrono::steady_clock::now();
        report.results.push_back(carry_out(check));
        report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (on_screen) output.say(lines_of(report.results.back()));
    }
    const std::string verdict = verdict_of(report);
    if (command.json) {
        output.write(to_json(report).dump(2) + '\n');
    } else if (command.out) {
        command.out->extension() == ".html" ? output.write(page_of(report)) : output.write(text_of(report));
    } else {
        output.say(fmt::format("\n{} ({:.1f} s).\n", verdict, report.seconds));
    }
    output.finish();
    if (command.out) write_summary(fmt::format("{}: wrote {}\n", verdict, command.out->string()), command.out);
    if (!std::ranges::all_of(report.results, &SelfTestResult::passed)) throw Ended("self-test: " + verdict, 1);
}

}  // namespace

void add_selftest(CommandLine& program) {
    auto options = std::make_shared<SelfTestCommand>();
    CommandLine& command = program.add_subcommand("selftest", "Check on this machine that what the program computes is right");
    command.add_flag("--json", options->json, "Write the results as JSON");
    command
        .add_option("--out", options->out,
                    "Write the results to a file: a page for browsers if its name ends in .html, else a text; - is standard output")
        .writes_file();
    command.footer(
        "Every check computes something in two ways, or compares it with what PyTorch has computed. What a machine lacks,\n"
        "such as a graphics card, is named and not checked. Exit status: 0 if all agree, 1 if one does not.\n\nExample:\n"
        "  vitrine selftest");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
