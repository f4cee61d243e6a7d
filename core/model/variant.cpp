#include "core/model/variant.h"

#include <string>

#include "core/tensor/error.h"

namespace vitrine {

Configuration with(const Configuration& configuration, const Variant& variant) {
    if (!configuration.is_transformer() && !variant.is_own()) throw Error("an attention alone has no other variant");
    Configuration changed = configuration;
    if (variant.heads && (*variant.heads < 1 || changed.d_model % *variant.heads != 0)) {
        throw Error("heads: d_model " + std::to_string(changed.d_model) + " cannot be divided evenly among " +
                    std::to_string(*variant.heads) + " heads");
    }
    changed.norm_placement = variant.norm_placement.value_or(changed.norm_placement);
    if (variant.heads) {
        // Both stacks get this number of heads, each d_model / heads wide and with keys and values of its own.
        changed.nhead = *variant.heads;
        changed.decoder_nhead.reset(), changed.num_key_value_heads.reset(), changed.head_dim.reset();
    }
    changed.positions = variant.positions.value_or(changed.positions);
    check(changed);
    return changed;
}

}  // namespace vitrine
