#pragma once
/// The checks of the self-test that concern this machine.

#include <vector>

#include "core/selftest/self_test.h"

namespace vitrine {

/// The graphics card against the processor, and the levels of x86-64 against each other.
std::vector<SelfTestCheck> machine_checks();

}  // namespace vitrine
