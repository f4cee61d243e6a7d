#pragma once

#include "core/pass/leak_test.h"

namespace vitrine {

/// A question that a test answers: what moves when this is changed while these masks are in place?
struct LeakQuestion {
    TokenChange change;
    bool causal = true, padding = true;

    auto operator<=>(const LeakQuestion&) const = default;
};

}  // namespace vitrine
