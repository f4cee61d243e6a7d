#pragma once

namespace vitrine {

/// Whether a result replaces what is there or is added to it. The gradient of a tensor that several operations read is the sum of
/// what each of them hands back.
enum class Write { set, add };

}  // namespace vitrine
