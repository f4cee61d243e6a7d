#include "app/base/module.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vitrine {

std::vector<const Module*> views(Modules modules) {
    std::vector<const Module*> list;
    std::ranges::copy_if(modules, std::back_inserter(list), [](const Module* module) { return !module->label.empty(); });
    std::ranges::stable_sort(list, {}, [](const Module* view) { return std::pair(view->main_tab == 0, view->main_tab); });
    return list;
}

bool has_ending(const FileKind& kind, std::string_view path) {
    return std::ranges::any_of(kind.endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

const Module& module_of(Modules modules, View view) { return **std::ranges::find(modules, view.name, &Module::name); }

}  // namespace vitrine
