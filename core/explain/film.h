#pragma once
/// The film of a run: the forward pass step by step and, where there is a loss, the backward pass step by step, and the update of
/// the weights.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/explain/backward_steps.h"

namespace vitrine {

enum class Phase : std::uint8_t { forward, backward, update };

struct Film {
    int forward = 0;                     ///< number of forward steps; they come first
    std::vector<BackwardStep> backward;  ///< empty: there is no loss
    std::vector<int> backward_of;  ///< for each forward step the index of the backward step that differentiates it; −1: none

    /// For each tensor and parameter with a gradient, the index of the backward step that completes it; for a view, as of Kᵀ, that
    /// of the tensor it shows.
    std::unordered_map<std::string, int> completed;

    /// The update is the last place, and comes with the backward pass.
    int update() const { return forward + static_cast<int>(backward.size()); }
    bool has_update() const { return !backward.empty(); }
    int places() const { return update() + has_update(); }
    Phase phase_of(int place) const {
        return place < forward ? Phase::forward : place < update() ? Phase::backward : Phase::update;
    }

    /// The place in the film at which a step of the outline is differentiated, or a gradient completed. Nothing: there is none.
    std::optional<int> place_of_backward(int step) const;
    std::optional<int> place_of_gradient(const std::string& path) const;
};

/// `forward_steps`: the number of steps of the outline that this run has computed. `parameters`: from make_parameter_trace.
Film make_film(const Trace& values, const Trace& parameters, int forward_steps);

}  // namespace vitrine
