#include "app/opening/module.h"

#include "app/opening/opening.h"

namespace vitrine {

const Module opening_module{
    .name = "opening",
    .missing = missing_opening,
};

const Module gradients_module{
    .name = "gradients",
    .missing = missing_gradients,
};

}  // namespace vitrine
