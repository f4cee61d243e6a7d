#include "app/shell/modules.h"

#include "app/actions/module.h"
#include "app/compare/module.h"
#include "app/edit/module.h"
#include "app/export/module.h"
#include "app/frame/sheets/state.h"
#include "app/importing/module.h"
#include "app/lesson/module.h"
#include "app/link/module.h"
#include "app/opening/module.h"
#include "app/selftest/self_test.h"
#include "app/single_page/module.h"
#include "app/start/state.h"
#include "app/state/folds.h"
#include "app/state/tabs.h"
#include "app/views/attention/view.h"
#include "app/views/compare/view.h"
#include "app/views/design/view.h"
#include "app/views/generate/view.h"
#include "app/views/glossary/view.h"
#include "app/views/map/view.h"
#include "app/views/masks/view.h"
#include "app/views/positions/view.h"
#include "app/views/tensors/view.h"
#include "app/views/tokens/view.h"
#include "app/views/train/errors.h"
#include "app/views/train/keeping.h"
#include "app/views/train/time.h"
#include "app/views/train/view.h"

namespace vitrine {

Modules all_modules() {
    static constexpr const Module* list[] = {
        &opening_module,     &importing_module, &comparison_module, &edit_module,      &gradients_module, &export_module,
        &palette_module,     &map_module,       &tensors_module,    &attention_module, &masks_module,     &positions_module,
        &design_module,      &train_module,     &time_module,       &errors_module,    &keeping_module,   &generate_module,
        &compare_module,     &tokens_module,    &glossary_module,   &lesson_module,    &start_module,     &link_module,
        &single_page_module, &sheets_module,    &tabs_module,       &folds_module,     &self_test_module,
    };
    return list;
}

}  // namespace vitrine
