#include "core/pass/memory_needed.h"

#include "core/model/description.h"

namespace vitrine {

Size attention_bytes(const Configuration& c, const Batch& batch) {
    constexpr Size tensors = 3;  // scores, masked scores, weights
    const Size source = batch.source_length(), target = batch.target_length();
    Size cells = 0;
    if (!c.is_transformer()) cells = c.nhead * target * source;
    const ModelDescription model = describe(c);
    const auto add = [&](const StackDescription& stack, Size queries, Size memory) {
        for (const LayerDescription& layer : stack.layers) {
            for (const SublayerDescription& of : layer.sublayers) {
                if (of.kind == SublayerKind::self_attention) cells += of.attention.heads * queries * queries;
                if (of.kind == SublayerKind::cross_attention) cells += of.attention.heads * queries * memory;
            }
        }
    };
    add(model.encoder, source, 0);
    add(model.decoder, target, source);
    return tensors * batch.sentences() * cells * static_cast<Size>(sizeof(Scalar));
}

}  // namespace vitrine
