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
    if (variant.norm_placement) {
        changed.change_layers([&](LayerConfiguration& layer) { layer.norm_placement = *variant.norm_placement; });
    }
    if (variant.heads) {
        // The same share of a head turns, whatever its width.
        const Size width = changed.head_width(configuration.last_stack()), other = changed.d_model / *variant.heads;
        changed.change_layers([&](LayerConfiguration& layer) {
            if (layer.rotary_width) layer.rotary_width = *layer.rotary_width * other / width;
        });
        // Both stacks get this number of heads, each d_model / heads wide and with keys and values of its own.
        changed.nhead = *variant.heads;
        changed.decoder_nhead.reset(), changed.num_key_value_heads.reset(), changed.head_dim.reset();
    }
    changed.positions = variant.positions.value_or(changed.positions);
    check(changed);
    return changed;
}

}  // namespace vitrine
