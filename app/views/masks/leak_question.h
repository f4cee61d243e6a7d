#pragma once

#include "core/pass/leak_test.h"

namespace vitrine {

/// The question of a leak test: which numbers change when this token changes, with these masks?
struct LeakQuestion {
    TokenChange change;
    bool causal = true, padding = true;

    auto operator<=>(const LeakQuestion&) const = default;
};

}  // namespace vitrine
