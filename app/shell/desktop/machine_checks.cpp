#include "app/shell/desktop/machine_checks.h"

#include "app/shell/desktop/simd_choice.h"
#include "app/shell/desktop/simd_variants.h"
#include "app/shell/loop/graphics_check.h"

namespace vitrine {

std::vector<SelfTestCheck> machine_checks() { return {graphics_check(), simd_variants_check(other_simd_levels())}; }

}  // namespace vitrine
