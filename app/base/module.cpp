#include "app/base/module.h"

#include <algorithm>

namespace vitrine {

std::vector<const Module*> views(Modules modules) {
    std::vector<const Module*> list;
    std::ranges::copy_if(modules, std::back_inserter(list), [](const Module* module) { return !module->label.empty(); });
    return list;
}

const Module& module_of(Modules modules, View view) { return **std::ranges::find(modules, view.name, &Module::name); }

}  // namespace vitrine
