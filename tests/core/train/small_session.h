#pragma once
/// Sessions of the small model, and helpers for their snapshots.

#include <algorithm>
#include <chrono>
#include <memory>

#include "core/train/session.h"
#include "tests/core/train/small_training.h"

namespace vitrine::tests {

inline SessionPlan small_plan(const Task& task = small_list(), const TrainerOptions& options = {}) {
    SessionPlan plan;
    plan.configuration = small_model();
    plan.parameters = initial(plan.configuration);
    plan.task = task;
    plan.batch_size = 10;
    plan.options = options;
    return plan;
}

/// Runs until condition(snapshot) is true of a snapshot, or for a minute at most. Returns the newest one.
template <class Condition>
std::shared_ptr<const Snapshot> run_until(Session& session, Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    session.run();
    for (;;) {
        if (!session.has_news() && !session.is_snapshot_due()) {
            session.advance();
            continue;
        }
        auto snapshot = session.snapshot();
        if (condition(*snapshot) || std::chrono::steady_clock::now() > end) return snapshot;
        session.advance();
    }
}

template <class Tree>
bool equal_tensors(const Tree& a, const Tree& b) {
    bool equal = true;
    visit_tensors([&](const auto& x,
                      const auto& y) { equal &= x.count() == y.count() && std::equal(x.data(), x.data() + x.count(), y.data()); },
                  a, b);
    return equal;
}

/// Whether the snapshot's trace is that of its parameters.
inline bool is_consistent(const Session& session, const Snapshot& snapshot) {
    const Configuration& c = session.plan().configuration;
    Activations activations, gradients;
    Parameters parameter_gradients = make_parameters(c);
    const Pass pass{c, *snapshot.parameters, session.probe()};
    forward(pass, activations);
    backward(pass, activations, {gradients, parameter_gradients});
    return equal_tensors(activations, *snapshot.activations) && equal_tensors(gradients, *snapshot.gradients) &&
           snapshot.history.size() == static_cast<std::size_t>(snapshot.steps);
}

}  // namespace vitrine::tests
