/// vitrine-bench, which `vitrine bench` runs: measures how long things take, with Google Benchmark as the clock.

#include <algorithm>
#include <memory>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/cli/bench/benchmarks.h"
#include "app/cli/common/output.h"
#include "app/cli/program.h"
#include "app/state/state.h"
#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product_peak.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct BenchCommand {
    std::vector<std::string> names;
    bool json = false;
    bool cases = false;  ///< print every case
    int threads = 0;
};

/// Records the time of every repetition in milliseconds, and prints nothing.
class Stopwatch : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type == Run::RT_Iteration) times.push_back(run.GetAdjustedRealTime());
        }
    }

    std::vector<double> times;
};

struct Timing {
    double median_ms = 0, minimum_ms = 0;
};

Timing measure(const Workload& workload, const Body& body) {
    benchmark::ClearRegisteredBenchmarks();
    benchmark::RegisterBenchmark(workload.name.c_str(),
                                 [&](benchmark::State& state) {
                                     for (auto _ : state) body();
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->MinTime(workload.seconds)
        ->Repetitions(workload.repetitions);
    Stopwatch stopwatch;
    benchmark::RunSpecifiedBenchmarks(&stopwatch);
    auto& times = stopwatch.times;
    if (times.empty()) throw Error("Google Benchmark measured nothing");
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front()};
}

const Workload& workload_of(const std::string& name) {
    if (const Workload* workload = find_workload(name)) return *workload;
    std::vector<std::string> names;
    for (const Workload& workload : workloads()) names.push_back(workload.name);
    throw Error("there is no benchmark " + in_quotes(name) + did_you_mean(name, similar(name, names)) +
                " ('vitrine bench' lists them)");
}

/// "14.2 µs", "65.31 ms"
std::string duration(double milliseconds) {
    return milliseconds < 1 ? fmt::format("{:.3f} µs", 1000 * milliseconds) : fmt::format("{:.3f} ms", milliseconds);
}

/// The speed of the matrix products, and its share of what this machine can do.
struct Throughput {
    double gigaflops = 0, share_of_peak = 0;
};

Throughput throughput(const Workload& workload, const Timing& timing, double peak) {
    const double gigaflops = workload.operations / timing.median_ms / 1e6;
    return {gigaflops, gigaflops / peak};
}

/// The figure printed beside a workload's time: its share of a whole, or its throughput.
std::string further_figures(const Workload& workload, const Timing& timing, bool json) {
    std::string text;
    if (workload.whole) {
        const double part = timing.median_ms / measure(workload, workload.whole()).median_ms;
        text += json ? fmt::format(",\"share\":{:.5f}", part) : fmt::format("  {:.2f} % of the whole", 100 * part);
    }
    if (workload.bytes) {
        const double megabytes = workload.bytes() / timing.median_ms / 1e3;
        text += json ? fmt::format(",\"megabytes_per_second\":{:.2f}", megabytes) : fmt::format("  {:.1f} MB/s", megabytes);
    }
    if (workload.operations > 0) {
        const double peak = measured_peak(threads());
        const auto [gigaflops, share] = throughput(workload, timing, peak);
        text +=
            json ? fmt::format(",\"gigaflops\":{:.2f},\"peak_gigaflops\":{:.2f},\"share_of_peak\":{:.4f}", gigaflops, peak, share)
                 : fmt::format("  {:.1f} GFLOP/s, {:.0f} % of {:.0f}", gigaflops, 100 * share, peak);
    }
    if (workload.figures) text += workload.figures(timing.median_ms, json);
    return text;
}

/// A name, padded to the width of the column.
std::string in_column(const std::string& name) {
    static const std::size_t width = [] {
        std::size_t longest = 0;
        for (const Workload& workload : workloads()) longest = std::max(longest, workload.name.size());
        return longest;
    }();
    return left_aligned(name, width);
}

void write_case(Output& output, bool json, const std::string& name, const Timing& timing) {
    output.write(json ? fmt::format("{{\"case\":\"{}\",\"median_ms\":{:.6f},\"minimum_ms\":{:.6f}}}\n", name, timing.median_ms,
                                    timing.minimum_ms)
                      : fmt::format("  {:<20}  median {:>11}  minimum {:>11}\n", name, duration(timing.median_ms),
                                    duration(timing.minimum_ms)));
}

/// The slowest of the cases, and its name if there are several.
std::pair<Timing, std::string> measure_cases(Output& output, const BenchCommand& command, const Workload& workload) {
    if (!workload.cases) return {measure(workload, workload.prepare()), ""};
    std::pair<Timing, std::string> slowest;
    for (const auto& [name, body] : workload.cases()) {
        const Timing timing = measure(workload, body);
        if (command.cases) write_case(output, command.json, name, timing);
        if (timing.median_ms > slowest.first.median_ms) slowest = {timing, name};
    }
    return slowest;
}

void write_row(Output& output, const BenchCommand& command, const Workload& workload) {
    const bool json = command.json;
    const auto [timing, slowest] = measure_cases(output, command, workload);
    std::string further = further_figures(workload, timing, json);
    if (!slowest.empty()) further += json ? fmt::format(",\"slowest\":\"{}\"", slowest) : "  slowest: " + slowest;
    if (json) {
        output.write(fmt::format("{{\"name\":\"{}\",\"median_ms\":{:.6f},\"minimum_ms\":{:.6f},\"threads\":{}{}}}\n", workload.name,
                                 timing.median_ms, timing.minimum_ms, threads(), further));
    } else {
        output.write(fmt::format("{}  median {:>11}  minimum {:>11}  threads {}{}\n", in_column(workload.name),
                                 duration(timing.median_ms), duration(timing.minimum_ms), threads(), further));
    }
}

void measure_all(const BenchCommand& command) {
    Output output({});
    for (const std::string& name : command.names) workload_of(name);  // reports a wrong name before anything is measured
    if (command.names.empty()) {
        for (const Workload& workload : workloads()) output.write(fmt::format("{}  {}\n", in_column(workload.name), workload.text));
    }
    set_threads(command.threads);
    for (const std::string& name : command.names) {
        write_row(output, command, workload_of(name));
        output.finish();
    }
}

void add_bench(CommandLine& program) {
    CommandLine& command = program.add_subcommand("bench", "Measure how long things take; without a name, list the benchmarks");
    const auto options = std::make_shared<BenchCommand>();
    command.add_option("name", options->names, "What to measure").type_name("NAME");
    command.add_flag("--json", options->json, "One line of JSON for each");
    command.add_flag("--cases", options->cases, "If a benchmark has several cases, report all of them, not only the slowest");
    command.add_option("--threads", options->threads, "How many threads loops may use (default: all)")
        .between(1, 1024)
        .type_name("N");
    command.footer("Example:\n  vitrine bench trace-tiny --threads 1 --json");
    command.callback([options] { measure_all(*options); });
}

}  // namespace

}  // namespace vitrine

int main(int argc, char** argv) {
    using namespace vitrine;
    CommandLine program("vitrine", "Measures how long things take.");
    add_bench(program);
    std::vector<std::string> arguments(argv, argv + argc);
    arguments.insert(arguments.begin() + 1, "bench");
    return run_program(program, {argv, argv + argc}, std::move(arguments));
}
