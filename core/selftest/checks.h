#pragma once
/// The checks themselves. Only for core/selftest.

#include "core/selftest/comparisons.h"
#include "core/selftest/computation.h"

namespace vitrine {

SelfTestResult check_gradients(const Computation& computation);
SelfTestResult check_cells(const Computation& computation);
SelfTestResult check_gradient_cells(const Computation& computation);
SelfTestResult check_row_sums(const Computation& computation);
SelfTestResult check_leaks(const Computation& computation);
SelfTestResult check_single_sentences(const Computation& computation);
SelfTestResult check_cache(const Computation& computation);
SelfTestResult check_reruns(const Computation& computation);
SelfTestResult check_files(const Computation& computation);
SelfTestResult check_reference_tensors(const Computation& computation);
SelfTestResult check_reference_gradients(const Computation& computation);

}  // namespace vitrine
