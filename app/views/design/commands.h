#pragma once
/// Commands of the Design view.

#include <string>

#include "app/base/command.h"
#include "core/model/variant.h"

namespace vitrine {

struct SetDesignChoice {
    static constexpr CommandTraits traits{.edits_run = true};
    std::string name;  ///< of a choice that this model allows; the view explains it from now on
    bool made;         ///< true: switched off, a departure from the paper
};
void do_command(State& state, const SetDesignChoice& command);

struct SetVariant {
    static constexpr CommandTraits traits{.edits_run = true};
    Variant variant;         ///< of the open model
    std::string shown = {};  ///< the one of variant_choices() to explain from now on; empty: unchanged
};
void do_command(State& state, const SetVariant& command);

struct ShowDesignChoice {
    std::string name;  ///< of the one of design_choices() or variant_choices() to explain
};
void do_command(State& state, const ShowDesignChoice& command);

}  // namespace vitrine
