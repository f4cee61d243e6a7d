#pragma once
/// The self-test in the window: its state, and the commands of its page.

#include <string>
#include <vector>

#include "app/base/command.h"
#include "core/selftest/report.h"
#include "core/selftest/self_test.h"

namespace vitrine {

struct Module;

/// The page's name, State::menu while it is open.
inline constexpr const char* self_test_page = "page/self-test";

/// state.of<SelfTest>()
struct SelfTest {
    std::vector<SelfTestCheck> checks = self_test_checks();
    SelfTestReport report{};  ///< of the newest run; no check is planned before the first
    int run = 0;              ///< counts the runs
    bool running = false;
};

/// Checks that concern this machine, such as its graphics card. They follow those of core.
struct AddSelfTestChecks {
    std::vector<SelfTestCheck> checks;
};
void do_command(State& state, const AddSelfTestChecks& command);

/// Opens the page, and begins unless there are results.
struct OpenSelfTest {};
void do_command(State& state, const OpenSelfTest& command);

/// Begins anew.
struct RunSelfTest {};
void do_command(State& state, const RunSelfTest& command);

/// Keeps what has been found, and carries out no further check.
struct StopSelfTest {};
void do_command(State& state, const StopSelfTest& command);

/// The result of the next check of a run.
struct TakeSelfTest {
    int run;
    SelfTestResult result;
    double seconds;
};
void do_command(State& state, const TakeSelfTest& command);

/// Saves the results as a page for browsers, or as a text.
struct SaveSelfTest {
    bool as_page;
};
void do_command(State& state, const SaveSelfTest& command);

extern const Module self_test_module;

}  // namespace vitrine
