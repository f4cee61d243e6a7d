/// vitrine selftest: checks on this machine that what the program computes is right.

#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/shell/desktop/simd_variants.h"
#include "core/selftest/self_test.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct SelfTestCommand {
    bool json = false;
};

OrderedJson to_json(const SelfTestResult& result) {
    OrderedJson json{{"name", result.name},   {"claim", result.claim},     {"unit", result.unit},      {"count", result.count},
                     {"worst", result.worst}, {"allowed", result.allowed}, {"passed", result.passed()}};
    if (!result.where.empty()) json["where"] = result.where;
    if (!result.problem.empty()) json["problem"] = result.problem;
    if (!result.skipped.empty()) json["skipped"] = result.skipped;
    return json;
}

std::string figures_of(const SelfTestResult& result) {
    if (!result.skipped.empty()) return "not checked: " + result.skipped;
    if (!result.problem.empty()) return result.problem;
    return fmt::format("{} {}, worst {:.2g}, allowed {:.2g}", grouped(result.count), result.unit, result.worst, result.allowed);
}

/// Two lines: what holds, and the figures; a third one says where it does not.
std::string lines_of(const SelfTestResult& result) {
    const char* verdict = !result.skipped.empty() ? "–   " : result.passed() ? "ok  " : "FAIL";
    std::string lines = fmt::format("{}  {}\n      {}\n", verdict, result.claim, figures_of(result));
    if (!result.passed() && !result.where.empty()) lines += fmt::format("      worst at {}\n", result.where);
    return lines;
}

void run(const SelfTestCommand& command) {
    const auto begin = std::chrono::steady_clock::now();
    Output output({});
    OrderedJson json = OrderedJson::array();
    std::string failed;
    std::size_t checked = 0;
    const auto tell = [&](const SelfTestResult& result) {
        command.json ? json.push_back(to_json(result)) : output.say(lines_of(result));
        checked += result.skipped.empty();
        if (!result.passed()) failed += (failed.empty() ? "" : ", ") + result.name;
    };
    for (const SelfTestCheck& check : self_test_checks()) tell(carry_out(check));
    tell(compare_simd_variants());
    if (command.json) output.write(json.dump(2) + '\n');
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!command.json && failed.empty())
        output.say(fmt::format("\nAll {} checks hold on this machine ({:.1f} s).\n", checked, seconds));
    output.finish();
    if (!failed.empty()) throw Ended("self-test failed: " + failed, 1);
}

}  // namespace

void add_selftest(CommandLine& program) {
    auto options = std::make_shared<SelfTestCommand>();
    CommandLine& command = program.add_subcommand("selftest", "Check on this machine that what the program computes is right");
    command.add_flag("--json", options->json, "Print the results as JSON");
    command.footer(
        "Every check computes something in two ways, or compares it with what PyTorch has computed. Exit status: 0 if\n"
        "all agree, 1 if one does not.\n\nExample:\n  vitrine selftest");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
