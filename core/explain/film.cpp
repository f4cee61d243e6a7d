#include "core/explain/film.h"

namespace vitrine {

std::optional<int> Film::place_of_backward(int step) const {
    const int index = backward_of[static_cast<std::size_t>(step)];
    return index < 0 ? std::nullopt : std::optional(forward + index);
}

std::optional<int> Film::place_of_gradient(const std::string& path) const {
    const auto found = completed.find(path);
    return found == completed.end() ? std::nullopt : std::optional(forward + found->second);
}

Film make_film(const Trace& values, const Trace& parameters, int forward_steps) {
    Film film{.forward = forward_steps, .backward = backward_steps(values, parameters), .backward_of = {}, .completed = {}};
    film.backward_of.assign(values.outline->steps.size(), -1);
    for (std::size_t i = 0; i < film.backward.size(); ++i) {
        const BackwardStep& step = film.backward[i];
        film.backward_of[static_cast<std::size_t>(step.step)] = static_cast<int>(i);
        for (const MadeGradient& made : step.makes) {
            if (made.completes) film.completed[made.path] = static_cast<int>(i);
        }
    }
    for (const auto& [view, shown] : values.outline->views) {
        const auto found = film.completed.find(values.outline->tensors[static_cast<std::size_t>(shown)].path);
        if (found != film.completed.end())
            film.completed[values.outline->tensors[static_cast<std::size_t>(view)].path] = found->second;
    }
    return film;
}

}  // namespace vitrine
