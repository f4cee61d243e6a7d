#include <algorithm>

#include "core/cause/sites.h"
#include "core/cause/variants.h"

namespace vitrine {

namespace {

/// The mask with these options, which say whether the padding of keys or of queries counts.
void make(const AttentionSite& at, const MaskOptions& options, MaskTensor& mask) {
    const bool of_keys = options.padding == PaddingAxis::keys;
    make_mask(of_keys ? at.key_tokens : at.query_tokens, of_keys ? at.queries.size(1) : at.keys.size(1), options, mask);
}

/// Sets every cell of a mask to value(sentence, query, key).
void fill_cells(MaskTensor& mask, auto value) {
    for (Size b = 0; b < mask.size(0); ++b) {
        for (Size q = 0; q < mask.size(2); ++q) {
            for (Size k = 0; k < mask.size(3); ++k) mask.at({b, 0, q, k}) = value(b, q, k) ? 1 : 0;
        }
    }
}

void put_on_queries(QueryMaskForm form, const AttentionSite& at, MaskOptions options, MaskTensor& mask) {
    if (form == QueryMaskForm::padding) {
        options.padding = PaddingAxis::queries;
        if (options.pad != no_token) options.pad = at.query_pad;
        return make(at, options, mask);
    }
    make(at, options, mask);
    const MaskTensor right = mask;
    if (mask.size(2) != mask.size(3)) return;
    fill_cells(mask, [&](Size b, Size q, Size k) { return right.at({b, 0, k, q}) != 0; });
}

/// A mask in which one or both conditions are reversed: that a key is not padding, and that it is not ahead.
void invert(InvertedForm form, const AttentionSite& at, const MaskOptions& options, MaskTensor& mask) {
    fill_cells(mask, [&](Size b, Size q, Size k) {
        const bool word = at.key_tokens.at({b, k}) != options.pad;
        const bool earlier = (!options.causal || k <= q) && (!options.window || k > q - *options.window);
        if (form == InvertedForm::padding) return !word && earlier;
        return form == InvertedForm::causal ? word && !earlier : !(word && earlier);
    });
}

void take_other_padding(int variant, const AttentionSite& at, const MaskOptions& options, MaskTensor& mask) {
    make(at, options, mask);
    const MaskTensor right = mask;
    const Size sentences = mask.size(0), shift = variant - memory_mask_shift + 1;
    fill_cells(mask, [&](Size b, Size q, Size k) -> bool {
        switch (static_cast<MemoryMaskForm>(std::min(variant, memory_mask_shift))) {
            case MemoryMaskForm::none:
                return !options.causal || k <= q;
            case MemoryMaskForm::first:
                return right.at({0, 0, q, k}) != 0;
            case MemoryMaskForm::others:
                return right.at({(b + sentences - shift) % sentences, 0, q, k}) != 0;
            default:
                return k >= mask.size(2) || at.query_tokens.at({b, k}) != at.query_pad;
        }
    });
}

}  // namespace

const Mistake* find_mask_mistake(const MistakesMade& made, const std::string& attention) {
    const auto mistakes = made.all();
    const auto found = std::ranges::find_if(mistakes, [&](const Mistake& one) {
        const bool of_mask = one.kind >= CauseKind::no_causal_mask && one.kind <= CauseKind::memory_mask_wrong;
        return of_mask && one.where == attention;
    });
    return found == mistakes.end() ? nullptr : &*found;
}

void make_altered_mask(const Mistake& mistake, const AttentionSite& at, const MaskOptions& right, MaskTensor& mask) {
    MaskOptions options = right;
    switch (mistake.kind) {
        case CauseKind::no_causal_mask:
            options.causal = false;
            return make(at, options, mask);
        case CauseKind::causal_mask_shifted:
            options.first_query = static_cast<CausalForm>(mistake.variant) == CausalForm::hides_itself ? -1 : 1;
            return make(at, options, mask);
        case CauseKind::no_padding_mask:
            options.pad = no_token;
            return make(at, options, mask);
        case CauseKind::mask_on_queries:
            return put_on_queries(static_cast<QueryMaskForm>(mistake.variant), at, options, mask);
        case CauseKind::mask_inverted:
            return invert(static_cast<InvertedForm>(mistake.variant), at, options, mask);
        default:
            return take_other_padding(mistake.variant, at, options, mask);
    }
}

}  // namespace vitrine
