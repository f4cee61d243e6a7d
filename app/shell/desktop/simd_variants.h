#pragma once
/// The loops over numbers as they were compiled for other levels of x86-64, against those in use.

#include "core/selftest/self_test.h"

namespace vitrine {

/// Runs a sample, forward and backward, with every other level that this processor has, each in a process of its own, and compares
/// all numbers.
SelfTestCheck simd_variants_check();

}  // namespace vitrine
