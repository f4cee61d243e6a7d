#pragma once
/// The aspects of a tensor: its values, its gradient, and the product of both.

#include "app/run/run.h"

namespace vitrine {

/// Which numbers of a tensor are shown; `both`: its values, and below them its gradient.
enum class Aspect : std::uint8_t { value, gradient, both, product };

/// Whether the values are shown, alone or above the gradient.
constexpr bool shows_values(Aspect aspect) { return aspect == Aspect::value || aspect == Aspect::both; }

/// The tensor or parameter, its gradient, or value × gradient; in a difference B − A, the difference of that. `both` gives the
/// tensor. Not present() if the run does not have it, or if gradients have not been computed. Valid as long as the run's
/// readings. For the drawing thread.
TensorView find_tensor(const Run& run, const std::string& path, Aspect aspect);

/// Whether this run will never have a gradient of the tensor or parameter: there is no loss, or no gradient of the loss is computed
/// for it. False while gradients have not been computed.
bool has_no_gradient(const Run& run, const std::string& path);

/// The aspect in which a tensor is shown if this one is chosen: its values if it has no gradient.
Aspect aspect_of(const Run& run, const std::string& path, Aspect chosen);

/// The statistics of these numbers. Requires: they are present().
const Statistics& statistics_of(const Run& run, const std::string& path, Aspect aspect);

/// The largest absolute value of the finite numbers; 0 if there are none. Requires: they are present().
double largest_of(const Run& run, const std::string& path, Aspect aspect);

}  // namespace vitrine
