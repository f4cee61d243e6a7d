#include "core/selftest/report.h"

#include <array>
#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/files/program.h"
#include "core/tensor/parallel.h"
#include "core/text/markup.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

const char* mark_of(const SelfTestResult& result) {
    if (!result.skipped.empty()) return "–";
    return result.passed() ? "ok" : "FAIL";
}

constexpr const char* style =
    "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;line-height:1.5;color:#1a2029}"
    "table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.4em .8em .4em 0;border-bottom:1px solid "
    "#d5dae1}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.fails{color:#b3261e;font-weight:bold}";

std::string row_of(const SelfTestResult& result) {
    std::string row = fmt::format("<tr><td{}>{}</td><td>{}", result.passed() ? "" : " class=\"fails\"", mark_of(result),
                                  escaped_markup(result.claim));
    if (!result.passed() && !result.where.empty()) row += "<br>worst at " + escaped_markup(result.where);
    if (result.count == 0) return row + fmt::format("</td><td colspan=\"3\">{}</td></tr>\n", escaped_markup(figures_of(result)));
    return row + fmt::format(
                     "</td><td class=\"number\">{} {}</td><td class=\"number\">{:.2g}</td><td class=\"number\">{:.2g}</td></tr>\n",
                     grouped(result.count), escaped_markup(result.unit), result.worst, result.allowed);
}

}  // namespace

std::string machine_words() {
    const std::string level(simd_level()), simd(compiled_simd());
    return fmt::format("Vitrine {}, {}, {}", program_version(),
                       level.empty() ? "vector instructions: " + simd : fmt::format("x86-64-{} with {}", level, simd),
                       counted(threads(), "thread"));
}

std::string now_words() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
    return {text.data(), length};
}

std::string figures_of(const SelfTestResult& result) {
    if (!result.skipped.empty()) return "not checked: " + result.skipped;
    if (!result.problem.empty()) return result.problem;
    return fmt::format("{} {}, worst {:.2g}, allowed {:.2g}", grouped(result.count), result.unit, result.worst, result.allowed);
}

std::string verdict_of(const SelfTestReport& report) {
    std::string failed;
    std::size_t failures = 0, skipped = 0;
    for (const SelfTestResult& result : report.results) {
        skipped += !result.skipped.empty();
        if (result.passed()) continue;
        ++failures;
        failed += (failed.empty() ? "" : ", ") + result.name;
    }
    const std::size_t carried_out = report.results.size() - skipped;
    if (failures > 0) return fmt::format("{} of {} checks {}: {}", failures, carried_out, failures == 1 ? "fails" : "fail", failed);
    if (report.results.size() < report.planned)
        return fmt::format("Stopped after {} of {} checks{}", report.results.size(), report.planned,
                           carried_out > 0 ? ", which hold" : "");
    if (carried_out == 0) return "Nothing was checked";
    const std::string not_done = skipped == 0 ? "" : fmt::format("; {} {} not carried out", skipped, skipped == 1 ? "was" : "were");
    return fmt::format("All {} checks hold on this machine{}", carried_out, not_done);
}

std::string lines_of(const SelfTestResult& result) {
    std::string lines = fmt::format("{}  {}\n      {}\n", left_aligned(mark_of(result), 4), result.claim, figures_of(result));
    if (!result.passed() && !result.where.empty()) lines += fmt::format("      worst at {}\n", result.where);
    return lines;
}

std::string text_of(const SelfTestReport& report) {
    std::string text = fmt::format("Vitrine's self-test. {} ({:.1f} s).\n{}, {}\n\n", verdict_of(report), report.seconds,
                                   report.machine, report.when);
    for (const SelfTestResult& result : report.results) text += lines_of(result);
    return text;
}

std::string page_of(const SelfTestReport& report) {
    std::string page = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Vitrine's self-test</title>"
        "<style>{}</style></head>\n<body><h1>{}</h1>\n<p>{}, {}. {:.1f} s.</p>\n<table><tr><th></th><th>What has to hold</th>"
        "<th class=\"number\">How many</th><th class=\"number\">Worst difference</th><th class=\"number\">Allowed</th></tr>\n",
        style, escaped_markup(verdict_of(report)), escaped_markup(report.machine), report.when, report.seconds);
    for (const SelfTestResult& result : report.results) page += row_of(result);
    return page + "</table></body></html>\n";
}

nlohmann::ordered_json to_json(const SelfTestResult& result) {
    nlohmann::ordered_json json{{"name", result.name},      {"claim", result.claim}, {"unit", result.unit},
                                {"count", result.count},    {"worst", result.worst}, {"allowed", result.allowed},
                                {"passed", result.passed()}};
    if (!result.where.empty()) json["where"] = result.where;
    if (!result.problem.empty()) json["problem"] = result.problem;
    if (!result.skipped.empty()) json["skipped"] = result.skipped;
    return json;
}

nlohmann::ordered_json to_json(const SelfTestReport& report) {
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    for (const SelfTestResult& result : report.results) checks.push_back(to_json(result));
    return {{"version", program_version()},  {"machine", report.machine}, {"when", report.when},
            {"verdict", verdict_of(report)}, {"seconds", report.seconds}, {"checks", std::move(checks)}};
}

}  // namespace vitrine
