#include "core/pass/replacements.h"

#include "core/pass/replay.h"
#include "core/pass/transformer_parts.h"

namespace vitrine {

void forward(const Pass& pass, const ModelDescription& model, const Replacements& replacements, Activations& a) {
    Replay replay(replacements);
    compute(pass, model, Execution(replay), a);
}

}  // namespace vitrine
