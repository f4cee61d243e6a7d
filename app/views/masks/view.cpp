#include "app/views/masks/view.h"

#include "app/compare/comparing.h"
#include "app/frame/batch/batch.h"
#include "app/panel/measures.h"
#include "app/state/arrows.h"
#include "app/state/begins_anew.h"
#include "app/state/saved_fields.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/leak_test_job.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("mask", state.template of<MasksView>().shown, named_choices<MaskKind>(mask_things()));
    }
};

void read_fields(State& state, const FieldReader& reader) {
    if (state.of<BeginsAnew>().now) state.of<MasksView>() = {};
    saved_fields<Fields>().read(state, reader);
    MasksView& masks = state.of<MasksView>();
    const bool of_target = masks.shown != MaskKind::source_padding;
    if (of_target != (masks.place.kind == AttentionKind::decoder_self))
        masks.place = {of_target ? AttentionKind::decoder_self : AttentionKind::encoder_self, 0};
}

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height},
        {Place::left, draw_mask_list},
        {Place::centre, draw_masks},
        {Place::right, draw_leak_test},
        {Place::overlay, draw_field_choices},
    };
    return list;
}

}  // namespace

const Module masks_module{
    .name = "masks",
    .label = "Masks",
    .tip = "which tokens may attend to which, and a test for leaks (7)",
    .also = "causal padding look-ahead leak",
    .lacks = [](const State& state) -> std::string {
        if (!has_lone_attention(state)) return "";
        return "This is an attention alone and needs no mask: no key is padding, and none comes later, so every query attends to "
               "every key.";
    },
    .follow = follow_masks,
    .forget =
        [](State& state) {
            MasksView& masks = state.of<MasksView>();
            masks = {.place = masks.place, .shown = masks.shown};
        },
    .shown_tensor = [](const State& state) { return mask_tensor(state); },
    .missing = missing_leak_test,
    .panels = panels,
    .measures = choices_and_reading,
    .keys = {.press =
                 [](std::string_view key, const State&, std::string& focus, Commands& commands) {
                     if (focus.empty()) move_by_arrow<MoveMaskCell>(key, commands);
                 }},
    .saved = {.write = saved_fields<Fields>().write, .read = read_fields},
    .describe = describe_masks,
};

}  // namespace vitrine
