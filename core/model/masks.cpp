#include "core/model/masks.h"

#include <algorithm>

namespace vitrine {

namespace {

PaddingAxis padding_axis(const Design& design) { return design.padding_on_queries ? PaddingAxis::queries : PaddingAxis::keys; }

}  // namespace

MaskOptions source_mask(const Configuration& c, const Design& design) {
    return {.pad = design.padding_mask ? c.pad_src : no_token, .padding = padding_axis(design)};
}

MaskOptions target_mask(const Configuration& c, const Design& design) {
    return {.pad = design.padding_mask ? c.pad_tgt : no_token, .causal = design.causal_mask, .padding = padding_axis(design)};
}

MaskOptions cross_mask(const Configuration& c, const Design& design) {
    MaskOptions options = source_mask(c, design);
    if (options.padding == PaddingAxis::queries && design.padding_mask) options.pad = c.pad_tgt;
    return options;
}

void make_mask(const IndexTensor& tokens, Size other_length, const MaskOptions& options, MaskTensor& mask) {
    const bool of_keys = options.padding == PaddingAxis::keys;
    const Size sentences = tokens.size(0), queries = of_keys ? other_length : tokens.size(1),
               keys = of_keys ? tokens.size(1) : other_length;
    mask.resize({sentences, 1, queries, keys});
    for (Size b = 0; b < sentences; ++b) {
        const std::int32_t* token = tokens.data() + b * tokens.size(1);
        std::uint8_t* rows = mask.data() + b * queries * keys;
        // Padded keys are the same for all queries: the last row is made first, and the others are copies of it.
        std::uint8_t* last = rows + (queries - 1) * keys;
        for (Size k = 0; of_keys && k < keys; ++k) last[k] = token[k] != options.pad;
        for (Size q = 0; q < queries; ++q) {
            std::uint8_t* row = rows + q * keys;
            const Size seen = options.causal ? std::min(options.first_query + q + 1, keys) : keys;
            if (!of_keys) std::fill_n(row, seen, token[q] != options.pad);
            if (of_keys && row != last) std::copy_n(last, seen, row);
            if (options.window) std::fill_n(row, std::clamp<Size>(options.first_query + q + 1 - *options.window, 0, seen), 0);
            std::fill(row + seen, row + keys, 0);
        }
    }
}

Dependence make_mask_dependence(const MaskOptions& options) {
    const bool hides_padding = options.pad != no_token;
    const bool of_keys = options.padding == PaddingAxis::keys;
    const std::string_view padding_condition = of_keys ? key_condition : query_condition;
    using Condition = std::pair<std::string_view, std::function<bool(const TermValues&)>>;
    std::vector<Condition> conditions;
    if (hides_padding) conditions.emplace_back(padding_condition, [options](auto& found) { return found[0] != options.pad; });
    if (options.causal) conditions.emplace_back(causal_condition, [](auto& found) { return found.cell[3] <= found.cell[2]; });
    if (options.window) {
        conditions.emplace_back(window_condition,
                                [window = *options.window](auto& found) { return found.cell[3] > found.cell[2] - window; });
    }
    std::string rule;
    for (const auto& [words, holds] : conditions) rule += (rule.empty() ? "" : " and ") + std::string(words);
    return {.kind = DependenceKind::select,
            .output = "bhqk",
            .formula = rule.empty() ? "mask[q,k] = 1" : "mask[q,k] = 1 where " + rule + ", else 0",
            .terms = {{.label = of_keys ? "key token" : "query token", .factors = {{0, of_keys ? "bk" : "bq"}}}},
            .result =
                [conditions](const TermValues& found) {
                    return std::ranges::all_of(conditions, [&](const Condition& one) { return one.second(found); }) ? 1.0 : 0.0;
                },
            .intermediate_values =
                [conditions](const TermValues& found) {
                    std::vector<IntermediateValue> values;
                    for (const auto& [words, holds] : conditions) values.push_back({std::string(words), holds(found) ? 1.0 : 0.0});
                    return values;
                }};
}

Dependence open_mask_dependence() {
    const auto one = [](const Index&, double) { return Constant{1, "no key is hidden"}; };
    return {
        .kind = DependenceKind::copy, .output = "bhqk", .formula = "mask[q,k] = 1", .terms = {{.label = "open", .constant = one}}};
}

}  // namespace vitrine
