#pragma once
/// What can be done on the design bench.

#include <string>

#include "app/base/command.h"
#include "core/model/variant.h"

namespace vitrine {

struct SetDesignChoice {
    static constexpr CommandTraits traits{.edits_run = true};
    std::string name;  ///< of one that this model can have so; it is the one explained from now on
    bool made;         ///< as departure from the paper
};
void do_command(State& state, const SetDesignChoice& command);

struct SetVariant {
    static constexpr CommandTraits traits{.edits_run = true};
    Variant variant;         ///< that is made of the open model
    std::string shown = {};  ///< which of variant_choices() is explained from now on; empty: the one there is
};
void do_command(State& state, const SetVariant& command);

struct ShowDesignChoice {
    std::string name;  ///< of one of design_choices() or variant_choices(), which the design bench then explains
};
void do_command(State& state, const ShowDesignChoice& command);

}  // namespace vitrine
