#pragma once
/// What can be done on the design bench, as plain data; see app/state/commands.h.

#include <string>

#include "core/model/variant.h"

namespace vitrine {

struct SetDesignChoice {
    std::string name;  ///< of one that this model can have so; it is the one explained from now on
    bool made;         ///< as departure from the paper
};
struct SetVariant {
    Variant variant;         ///< that is made of the open model
    std::string shown = {};  ///< which of variant_choices() is explained from now on; empty: the one there is
};
struct ShowDesignChoice {
    std::string name;  ///< of one of design_choices() or variant_choices(), which the design bench then explains
};

}  // namespace vitrine
