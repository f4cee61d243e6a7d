#include <algorithm>

#include "app/state/command_parts.h"

namespace vitrine {

void do_command(State& state, const ShowDesignChoice& command) {
    const bool known = find_design_choice(command.name) ||
                       std::ranges::find(variant_choices(), command.name, &VariantChoice::name) != variant_choices().end();
    if (known) state.design.shown = command.name;
}

}  // namespace vitrine
