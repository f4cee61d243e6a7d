#include "app/cli/why/experiments.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "app/cli/common/output.h"
#include "core/tensor/error.h"

namespace vitrine {

std::vector<double> run_with_progress(const FinishedPass& run, const Metric& metric, const Experiments& experiments,
                                      bool all_of_them) {
    constexpr std::size_t many = 100'000;
    if (experiments.count > many && !all_of_them)
        throw Error(fmt::format("this takes {} runs of the model: --all-runs if they are wanted", experiments.count));
    using Clock = std::chrono::steady_clock;
    std::mutex writing;
    Clock::time_point said = Clock::now();
    return run_experiments(run, metric, experiments, [&](double share) {
        const std::lock_guard lock(writing);
        if (Clock::now() - said < std::chrono::seconds(3)) return;
        said = Clock::now();
        messages() << fmt::format("{:.0f} % of {} runs\n", 100 * share, experiments.count) << std::flush;
    });
}

void add_all_of_them(CommandLine& command, bool& all_of_them) {
    command.add_flag("--all-runs", all_of_them, "Make more than 100 000 runs, if it takes so many");
}

std::string measured_text(std::vector<MeasuredPlace> places, double without, bool all) {
    const auto change = [without](const MeasuredPlace& place) { return std::abs(place.value - without); };
    std::ranges::stable_sort(places, [&](const MeasuredPlace& a, const MeasuredPlace& b) { return change(a) > change(b); });
    constexpr std::size_t most = 16;
    std::string text;
    for (std::size_t i = 0; i < places.size() && (all || i < most); ++i)
        text += fmt::format("{:>10.4f}  {:>+9.4f}  {}\n", places[i].value, places[i].value - without, places[i].name);
    if (!all && places.size() > most) text += fmt::format("and {} places that change it less\n", places.size() - most);
    return text;
}

}  // namespace vitrine
