#include "app/views/compare/view.h"

#include "app/compare/state.h"
#include "app/state/saved_fields.h"

namespace vitrine {

const Module compare_module{
    .name = "compare",
    .label = "Compare",
    .tip = "two runs, tensor by tensor (9)",
    .enter = [](State& state) { state.of<ComparisonView>().opened_on = 0; },
};

}  // namespace vitrine
