#include "core/cause/kinds.h"

#include <algorithm>
#include <array>

namespace vitrine {

namespace {

constexpr std::array all_kinds{
    CauseText{CauseKind::scores_not_divided, "scores-not-divided", CausePlace::attention},
    CauseText{CauseKind::divided_by_sqrt_d_model, "divided-by-sqrt-d-model", CausePlace::attention},
    CauseText{CauseKind::divided_by_width, "divided-by-d", CausePlace::attention},
    CauseText{CauseKind::no_causal_mask, "no-causal-mask", CausePlace::attention},
    CauseText{CauseKind::causal_mask_shifted, "causal-mask-shifted", CausePlace::attention},
    CauseText{CauseKind::no_padding_mask, "no-padding-mask", CausePlace::attention},
    CauseText{CauseKind::mask_on_queries, "mask-on-queries", CausePlace::attention},
    CauseText{CauseKind::mask_inverted, "mask-inverted", CausePlace::attention},
    CauseText{CauseKind::memory_mask_wrong, "memory-mask-wrong", CausePlace::attention},
    CauseText{CauseKind::mask_before_scaling, "mask-before-scaling", CausePlace::attention},
    CauseText{CauseKind::mask_scaled, "mask-scaled", CausePlace::attention},
    CauseText{CauseKind::mask_after_softmax, "mask-after-softmax", CausePlace::attention},
    CauseText{CauseKind::softmax_wrong_axis, "softmax-wrong-axis", CausePlace::attention},
    CauseText{CauseKind::key_value_swapped, "key-value-swapped", CausePlace::attention},
    CauseText{CauseKind::query_key_swapped, "query-key-swapped", CausePlace::attention},
    CauseText{CauseKind::heads_split_wrong, "heads-split-wrong", CausePlace::attention},
    CauseText{CauseKind::heads_merged_wrong, "heads-merged-wrong", CausePlace::attention},
    CauseText{CauseKind::output_projection_transposed, "output-projection-transposed", CausePlace::attention},
    CauseText{CauseKind::output_projection_missing, "output-projection-missing", CausePlace::attention},
    CauseText{CauseKind::shared_attention, "attention-shared", CausePlace::attention},
    CauseText{CauseKind::rotation_missing, "rotation-missing", CausePlace::attention},
    CauseText{CauseKind::position_bias_missing, "position-bias-missing", CausePlace::attention},
    CauseText{CauseKind::head_norm_missing, "head-norm-missing", CausePlace::attention},
    CauseText{CauseKind::scores_cap_missing, "scores-cap-missing", CausePlace::attention},
    CauseText{CauseKind::window_missing, "window-missing", CausePlace::attention},
    CauseText{CauseKind::residual_missing, "residual-missing", CausePlace::layer},
    CauseText{CauseKind::residual_wrong_source, "residual-wrong-source", CausePlace::layer},
    CauseText{CauseKind::norm_order, "norm-order", CausePlace::layer},
    CauseText{CauseKind::norm_inside, "norm-inside-residual", CausePlace::layer},
    CauseText{CauseKind::norm_missing, "norm-missing", CausePlace::layer},
    CauseText{CauseKind::eps_outside_root, "eps-outside-root", CausePlace::layer},
    CauseText{CauseKind::eps_inside_root, "eps-inside-root", CausePlace::layer},
    CauseText{CauseKind::variance_divisor, "variance-divisor", CausePlace::layer},
    CauseText{CauseKind::activation_wrong, "activation-wrong", CausePlace::layer},
    CauseText{CauseKind::activation_missing, "activation-missing", CausePlace::layer},
    CauseText{CauseKind::final_norm_missing, "final-norm-missing", CausePlace::stack},
    CauseText{CauseKind::embedding_not_scaled, "embedding-not-scaled", CausePlace::side},
    CauseText{CauseKind::embedding_scaled, "embedding-scaled", CausePlace::side},
    CauseText{CauseKind::positions_off_by_one, "positions-off-by-one", CausePlace::side},
    CauseText{CauseKind::positions_missing, "positions-missing", CausePlace::side},
    CauseText{CauseKind::positions_in_halves, "positions-in-halves", CausePlace::side},
    CauseText{CauseKind::dropout_on, "dropout-on", CausePlace::layer},
    CauseText{CauseKind::labels_not_shifted, "labels-not-shifted", CausePlace::side},
    CauseText{CauseKind::loss_of_padding, "loss-of-padding", CausePlace::side},
};

const CauseText& text_of(CauseKind kind) { return *std::ranges::find(all_kinds, kind, &CauseText::kind); }

}  // namespace

std::span<const CauseText> cause_kinds() { return all_kinds; }

std::string_view name(CauseKind kind) { return text_of(kind).name; }

CausePlace place_of(CauseKind kind) { return text_of(kind).place; }

}  // namespace vitrine
