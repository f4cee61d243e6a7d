#include "core/model/masks.h"

namespace vitrine {

MaskOptions source_mask(const Configuration& c, const Regime& regime) {
    return {.pad = regime.design.padding_mask ? c.pad_src : nothing_is_padding};
}

MaskOptions target_mask(const Configuration& c, const Regime& regime) {
    return {.pad = regime.design.padding_mask ? c.pad_tgt : nothing_is_padding, .causal = regime.design.causal_mask};
}

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

Dependence make_mask_dependence(const MaskOptions& options) {
    const bool hides_padding = options.pad != nothing_is_padding;
    std::string rule(hides_padding ? no_padding_condition : "");
    if (options.causal) rule += std::string(rule.empty() ? "" : " and ") + std::string(not_ahead_condition);
    const auto is_word = [options](const TermValues& found) { return found[0] != options.pad; };
    const auto is_not_ahead = [](const TermValues& found) { return found.cell[3] <= found.cell[2]; };
    return {
        .kind = DependenceKind::select,
        .output = "bhqk",
        .formula = rule.empty() ? "mask[q,k] = 1" : "mask[q,k] = 1 where " + rule + ", else 0",
        .terms = {{.label = "key token", .factors = {{0, "bk"}}}},
        .result = [=](const TermValues& found) { return is_word(found) && (!options.causal || is_not_ahead(found)) ? 1.0 : 0.0; },
        .waypoints =
            [=](const TermValues& found) {
                std::vector<Waypoint> conditions;
                if (hides_padding) conditions.push_back({std::string(no_padding_condition), is_word(found) ? 1.0 : 0.0});
                if (options.causal) conditions.push_back({std::string(not_ahead_condition), is_not_ahead(found) ? 1.0 : 0.0});
                return conditions;
            }};
}

}  // namespace vitrine
