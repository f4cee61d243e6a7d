#include "core/model/masks.h"

namespace vitrine {

void make_mask(const IndexTensor& key_tokens, Size queries, const MaskOptions& options, MaskTensor& mask) {
    const Size sentences = key_tokens.size(0), keys = key_tokens.size(1);
    mask.resize({sentences, 1, queries, keys});
    for (Size b = 0; b < sentences; ++b) {
        const std::int32_t* token = key_tokens.data() + b * keys;
        for (Size q = 0; q < queries; ++q) {
            std::uint8_t* row = mask.data() + (b * queries + q) * keys;
            for (Size k = 0; k < keys; ++k) row[k] = token[k] != options.pad && (!options.causal || k <= q);
        }
    }
}

}  // namespace vitrine
