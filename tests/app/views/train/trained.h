#pragma once
/// A training as the view Train sees it, for tests of what the view says.

#include <string>

#include "app/run/make_run.h"
#include "app/training/plan.h"
#include "app/views/train/state.h"

namespace vitrine::train_tests {

inline bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// The view Train's state after some steps of a training.
inline TrainingView trained(const TrainingSettings& settings, int steps, const Run* open = nullptr) {
    Session session(make_plan(settings, open));
    for (int i = 0; i < steps; ++i) session.step_once();
    session.run();
    session.pause();  // evaluates
    TrainingView view;
    view.settings = settings;
    view.started = settings;
    view.snapshot = session.snapshot();
    view.curves.follow(view.snapshot->history);
    auto model = std::make_shared<Model>();
    model->configuration = session.plan().configuration;
    if (model->configuration.has_encoder()) model->source_vocabulary = session.plan().task.source_vocabulary;
    if (model->configuration.has_decoder()) model->target_vocabulary = session.plan().task.target_vocabulary;
    model->batch = session.probe();
    const auto outline = std::make_shared<const Outline>(make_outline(model->configuration, session.probe_regime()));
    view.run = make_run({model, outline, session.probe_regime()}, {.title = "training",
                                                                   .parameters = view.snapshot->parameters,
                                                                   .activations = view.snapshot->activations,
                                                                   .gradients = view.snapshot->gradients,
                                                                   .parameter_gradients = view.snapshot->parameter_gradients});
    return view;
}

inline TrainingSettings small_settings(const std::string& task) {
    TrainingSettings settings = default_settings(task);
    settings.d_model = 16, settings.heads = 2, settings.layers = 1, settings.feed_forward = 16, settings.batch_size = 4;
    return settings;
}

}  // namespace vitrine::train_tests
