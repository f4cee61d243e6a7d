#include "app/training/settings.h"
#include "core/train/recipe.h"

namespace vitrine {

TrainingSettings default_settings(const std::string& task) {
    const Recipe& recipe = recipe_for(task);
    TrainingSettings settings;
    settings.task = task;
    settings.d_model = recipe.d_model;
    settings.heads = recipe.heads;
    settings.layers = recipe.layers;
    settings.feed_forward = recipe.d_ff;
    settings.dropout = recipe.dropout;
    settings.rate = recipe.rate;
    settings.batch_size = recipe.batch_size;
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
