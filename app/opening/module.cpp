#include "app/opening/module.h"

#include "app/opening/opening.h"

namespace vitrine {

const Module opening_module{
    .name = "opening",
    .lacks = opening_lack,
};

const Module gradients_module{
    .name = "gradients",
    .lacks = gradients_lack,
};

}  // namespace vitrine
