#include "app/views/design/variants.h"

namespace vitrine {

std::span<const VariantChoice> variant_choices() {
    static constexpr VariantChoice list[] = {
        {"norm", "Pre-norm or post-norm", "LayerNorm(x + sublayer(x))", "x + sublayer(LayerNorm(x))",
         "Post-norm, the paper's, normalises the stream after every sublayer; pre-norm leaves the stream alone and normalises what "
         "a sublayer reads.",
         "Look at the residuals: under pre-norm nothing brings their range back before the norm after the last layer."},
        {"heads", "One head or many", "h heads, each d = D/h wide", "one head, D wide",
         "Every head looks around in its own way; one head alone has to serve all purposes with one row of weights.",
         "Look at the attention view: as many patterns side by side as there are heads."},
        {"positions", "Learned or sinusoidal positions", "sin and cos(l / 10000^(2i/D))", "a row per position, learned",
         "Sines and cosines are a formula for any position; a learned table starts at random and ends somewhere.",
         "Look at the positions: the formula makes near places alike, a table has to learn that."},
    };
    return list;
}

}  // namespace vitrine
