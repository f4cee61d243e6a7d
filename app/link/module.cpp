#include "app/link/module.h"

#include "app/base/action.h"
#include "app/link/commands.h"
#include "app/link/link.h"

namespace vitrine {

namespace {

constexpr TextKind texts{
    .word = "link",
    .is_meant = is_meant_as_link,
    .open = [](const std::string& text) -> Command { return OpenLink{text}; },
};

}  // namespace

const Module link_module{
    .name = "link",
    .pass_time = pass_link_time,
    .moving = link_is_moving,
    .texts = &texts,
    .actions = link_actions,
};

}  // namespace vitrine
