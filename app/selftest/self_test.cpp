#include "app/selftest/self_test.h"

#include <chrono>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/action.h"
#include "app/base/job.h"
#include "app/base/module.h"
#include "app/export/exporting.h"
#include "app/state/lesson_limits.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const AddSelfTestChecks& command) {
    auto& checks = state.of<SelfTest>().checks;
    checks.insert(checks.end(), command.checks.begin(), command.checks.end());
}

void do_command(State& state, const OpenSelfTest&) {
    do_command(state, SetMenu{self_test_page});
    const SelfTest& test = state.of<SelfTest>();
    if (!test.running && test.report.results.empty()) do_command(state, RunSelfTest{});
}

void do_command(State& state, const RunSelfTest&) {
    SelfTest& test = state.of<SelfTest>();
    test.report = {.machine = machine_words(), .when = now_words(), .planned = test.checks.size()};
    test.running = true;
    ++test.run;
}

void do_command(State& state, const StopSelfTest&) { state.of<SelfTest>().running = false; }

void do_command(State& state, const TakeSelfTest& command) {
    SelfTest& test = state.of<SelfTest>();
    if (!test.running || command.run != test.run) return;  // it was stopped, or has begun anew
    test.report.results.push_back(command.result);
    test.report.seconds += command.seconds;
    test.running = test.report.results.size() < test.checks.size();
}

void do_command(State& state, const SaveSelfTest& command) {
    refuse_lessons(state, "writes a file");
    const SelfTestReport& report = state.of<SelfTest>().report;
    do_command(state, ExportText{.text = command.as_page ? page_of(report) : text_of(report),
                                 .stem = "self-test",
                                 .ending = command.as_page ? ".html" : ".txt"});
}

namespace {

/// Asks for the next check of a run.
struct NextCheck {
    int run;
    std::size_t number;
    bool operator==(const NextCheck&) const = default;
};

std::optional<MissingResult> missing_check(const State& state) {
    const SelfTest& test = state.of<SelfTest>();
    if (!test.running) return std::nullopt;
    const std::size_t number = test.report.results.size();
    const auto seconds_since = [](auto begin) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    Job job = job_of(
        [check = test.checks[number], run = test.run, seconds_since](Work&) -> Command {
            const auto begin = std::chrono::steady_clock::now();
            SelfTestResult result = carry_out(check);
            return TakeSelfTest{run, std::move(result), seconds_since(begin)};
        },
        [check = test.checks[number], run = test.run](std::string why) -> Command {
            SelfTestResult failed;
            failed.name = check.name, failed.claim = check.claim, failed.problem = std::move(why);
            return TakeSelfTest{run, std::move(failed), 0};
        });
    job.question = NextCheck{test.run, number};
    return MissingResult{.job = std::move(job), .tag = "self-test"};
}

std::vector<Action> self_test_actions(const Module&) {
    return {{.id = "help/self-test",
             .label = "Self-test",
             .menu = ActionMenu::help,
             .group = 1,
             .tip = "Checks on this machine that what the program computes is right, and says how exactly.",
             .also = "verify check correct gradients proof pytorch",
             .perform = gives(OpenSelfTest{})}};
}

void describe(const State& state, nlohmann::ordered_json& json) {
    const SelfTest& test = state.of<SelfTest>();
    if (test.report.planned == 0) return;
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const SelfTestResult& result : test.report.results) results.push_back(to_json(result));
    json["self_test"] = {{"running", test.running}, {"planned", test.report.planned}, {"results", std::move(results)}};
}

}  // namespace

const Module self_test_module{.name = "self-test", .missing = missing_check, .actions = self_test_actions, .describe = describe};

}  // namespace vitrine
