#include "app/views/design/variants.h"

#include <algorithm>

namespace vitrine {

std::span<const VariantChoice> variant_choices() {
    static constexpr VariantChoice list[] = {
        {"norm", "Pre-norm or post-norm", "LayerNorm(x + sublayer(x))", "x + sublayer(LayerNorm(x))",
         "Post-norm, the paper's, normalises the residual stream after every sublayer; pre-norm leaves the stream alone and "
         "normalises what a sublayer reads.",
         "Look at the residual stream: under pre-norm nothing brings its range back before the norm after the last layer."},
        {"heads", "One head or many", "h heads, each d = D/h wide", "one head, D wide",
         "Each head attends in its own way; a single head has to serve all purposes with one row of weights.",
         "Look at the attention view: it shows as many patterns side by side as there are heads."},
        {"positions", "Learned or sinusoidal positions", "sin and cos(l / 10000^(2i/D))", "a row per position, learned",
         "Sines and cosines are a formula for any position; a learned table starts with random rows and has only so many.",
         "Look at the positions: the formula makes neighbouring positions alike, a table has to learn that."},
    };
    return list;
}

VariantPart part_of(std::string_view name) {
    const auto found = std::ranges::find(variant_choices(), name, &VariantChoice::name);
    return found == variant_choices().end() ? VariantPart::norm : static_cast<VariantPart>(found - variant_choices().begin());
}

}  // namespace vitrine
