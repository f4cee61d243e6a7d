#pragma once

namespace vitrine {

/// Whether a result replaces the old value or is added to it. The gradient of a tensor that several operations read is the sum of
/// their gradients.
enum class Write { set, add };

}  // namespace vitrine
