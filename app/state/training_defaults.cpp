#include <algorithm>
#include <array>

#include "app/state/training_settings.h"

namespace vitrine {

namespace {

/// Where a task wants something else than most.
struct Wish {
    std::string_view task;
    Size d_model, heads, layers, feed_forward;
    double dropout, rate;
    Size batch_size;
};

constexpr std::array wishes{
    Wish{"addition", 64, 4, 2, 128, 0, 1e-3, 64},        Wish{"digits", 64, 4, 2, 128, 0, 1e-3, 32},
    Wish{"navigation", 16, 4, 1, 32, 0, 1e-2, 2},        Wish{"translation", 64, 4, 2, 128, 0, 2e-3, 4},
    Wish{"english-french", 128, 4, 2, 256, 0, 1e-3, 64},
};

}  // namespace

TrainingSettings default_settings(const std::string& task) {
    TrainingSettings settings;
    settings.task = task;
    const auto wish = std::ranges::find(wishes, task, &Wish::task);
    if (wish == wishes.end()) return settings;
    settings.d_model = wish->d_model;
    settings.heads = wish->heads;
    settings.layers = wish->layers;
    settings.feed_forward = wish->feed_forward;
    settings.dropout = wish->dropout;
    settings.rate = wish->rate;
    settings.batch_size = wish->batch_size;
    return settings;
}

void change_task(TrainingSettings& settings, const std::string& task) {
    const TrainingSettings before = default_settings(settings.task), after = default_settings(task);
    for (int i = 0; i < training_option_count; ++i) {
        const auto option = static_cast<TrainingOption>(i);
        const bool chosen = option_value(settings, option) != option_value(before, option);
        if (!chosen) set_option(settings, option, option_value(after, option));
    }
    settings.task = task;
}

}  // namespace vitrine
