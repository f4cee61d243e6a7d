#pragma once
/// What a self-test has found, as text, as a page and as JSON.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/selftest/result.h"

namespace vitrine {

struct SelfTestReport {
    std::string machine{};  ///< what the test ran on, in one line
    std::string when{};     ///< "2026-11-29 23:10 UTC"
    std::vector<SelfTestResult> results{};
    std::size_t planned = 0;  ///< the number of checks; larger than that of the results where the test was stopped
    double seconds = 0;
};

/// "Vitrine 0.1.0, x86-64-v3 with AVX2 and FMA, 2 threads".
std::string machine_words();

/// This minute: "2026-11-29 23:10 UTC".
std::string now_words();

/// "18 432 cells, worst 7.1e-08, allowed 1e-06", or why there are no figures.
std::string figures_of(const SelfTestResult& result);

/// "All 12 checks hold on this machine; 1 was not carried out", "1 of 12 checks fails: gradients", "Stopped after 3 of 12 checks,
/// which hold".
std::string verdict_of(const SelfTestReport& report);

/// One check in two lines or, where it fails, three.
std::string lines_of(const SelfTestResult& result);

std::string text_of(const SelfTestReport& report);

/// A page for browsers that needs no other file.
std::string page_of(const SelfTestReport& report);

/// A largest difference that is not finite is null.
nlohmann::ordered_json to_json(const SelfTestResult& result);
nlohmann::ordered_json to_json(const SelfTestReport& report);

}  // namespace vitrine
